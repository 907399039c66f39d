"""The comparison of run_examples.py itself: what it must not let through."""
import unittest

from run_examples import EXAMPLES, Example, differs, unmatched


class Comparison(unittest.TestCase):
    def test_as_many_elements_as_the_loops_give(self):
        whole = Example("k", loops=None)
        self.assertEqual(differs(whole, "result", [1.0, 2.0], [1.0, 2.0]), "")
        for got in [[1.0], [1.0, 2.0, 3.0], []]:
            self.assertEqual(differs(whole, "result", [1.0, 2.0], got), f"result: {len(got)} elements, and the loops give 2")

    def test_of_a_result_that_holds_numbers_at_first(self):
        some = Example("k", loops=None, first=2)
        self.assertEqual(differs(some, "result", [1.0, 2.0, 3.0], [1.0, 2.0, 9.0, 9.0]), "")
        self.assertIn("element 1", differs(some, "result", [1.0, 2.0, 3.0], [1.0, 9.0, 3.0]))
        self.assertIn("1 elements", differs(some, "result", [1.0, 2.0, 3.0], [1.0]))

    def test_the_nearest_is_not_enough(self):
        self.assertIn("element 0", differs(Example("k", loops=None, tolerance=1e-4), "result", [1.0], [1.001]))


class Table(unittest.TestCase):
    def test_files_and_entries_match_one_to_one(self):
        files = set(EXAMPLES)
        self.assertEqual(unmatched(files), [])
        self.assertEqual(unmatched(files | {"new.py"}), ["new.py: no loops say what it computes"])
        self.assertEqual(unmatched(files - {"add.py"}), ["add.py: there is no such example"])


if __name__ == "__main__":
    unittest.main()
