// Anchors the library until its first real source lands.
