#include "pipeline/report_parts.h"

namespace t2t {

std::string_view ReportStyle() {
  return R"css(
:root { color-scheme: light dark; --bg: #ffffff; --fg: #111827; --soft: #6b7280; --line: #e5e7eb; --card: #f9fafb;
  --add: #dcfce7; --add2: #86efac; --del: #fee2e2; --del2: #fca5a5; --accent: #1d4ed8; --changed: #b45309; }
@media (prefers-color-scheme: dark) { :root { --bg: #0f172a; --fg: #e5e7eb; --soft: #94a3b8; --line: #334155;
  --card: #1e293b; --add: #14532d; --add2: #15803d; --del: #7f1d1d; --del2: #b91c1c; --accent: #93c5fd; --changed: #fbbf24; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--fg); font: 15px/1.5 system-ui, sans-serif; display: grid;
  grid-template-columns: 17rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; border-right: 1px solid var(--line); padding: 1rem;
  background: var(--card); font-size: 13px; }
nav ol { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; gap: .5rem; padding: .15rem .4rem; border-radius: 4px; color: var(--soft); text-decoration: none; }
nav a.changed { color: var(--fg); font-weight: 600; }
nav a.changed::after { content: ""; width: .5rem; height: .5rem; border-radius: 50%; background: var(--changed);
  margin: auto 0 auto auto; }
nav a.out span { text-decoration: line-through; }
nav a.failed { color: #dc2626; font-weight: 600; }
nav a:hover, nav a:focus-visible { background: var(--line); }
main { padding: 1.5rem 2rem 40vh; max-width: 110rem; }
h1 { margin: 0 0 .25rem; font-size: 1.6rem; }
h2 { margin: 0; font-size: 1.15rem; }
section { border-top: 1px solid var(--line); padding: 1.2rem 0; scroll-margin-top: .5rem; }
section:target h2 { color: var(--accent); }
p { margin: .25rem 0 .6rem; }
.soft, dt { color: var(--soft); }
code, pre { font: 12.5px/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem;
  margin: .4rem 0; }
.diff { padding: 0; white-space: pre; }
.diff span.l { display: block; padding: 0 .8rem; min-height: 1.45em; min-width: max-content; }
.diff .a { background: var(--add); } .diff .a mark { background: var(--add2); color: inherit; }
.diff .d { background: var(--del); } .diff .d mark { background: var(--del2); color: inherit; }
.side .diff .chg { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); grid-auto-flow: row dense; }
.side .diff .chg .d { grid-column: 1; } .side .diff .chg .a { grid-column: 2; }
.side .diff .chg span.l { min-width: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.diff .h { color: var(--soft); border-top: 1px solid var(--line); }
details { margin: .5rem 0; } summary { cursor: pointer; color: var(--accent); width: max-content; }
.graph { overflow: auto; background: #ffffff; border: 1px solid var(--line); border-radius: 6px; padding: .5rem;
  max-height: 90vh; }
.graph svg { max-width: none; }
.tag { font-size: 12px; padding: .1rem .5rem; border-radius: 9px; background: var(--line); margin-left: .5rem;
  font-weight: 400; }
kbd { border: 1px solid var(--line); border-radius: 3px; padding: 0 .3rem; font-size: 12px; }
@media (max-width: 60rem) { body { display: block; } nav { position: static; height: auto; border: 0; } }
@media print { nav { display: none; } body { display: block; } }
)css";
}

std::string_view ReportScript() {
  return R"js(
(function () {
  var all = Array.prototype.slice.call(document.querySelectorAll('section[id]'));
  function go(step, changed) {
    var top = window.scrollY + 20, list = changed ? all.filter(function (s) { return s.dataset.changed; }) : all;
    var next = null;
    list.forEach(function (s) {
      if (step > 0 && s.offsetTop > top + 4 && !next) next = s;
      if (step < 0 && s.offsetTop < top - 24) next = s;
    });
    if (next) { location.hash = next.id; next.querySelector('h2').focus({ preventScroll: true }); }
  }
  document.addEventListener('keydown', function (e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === 'j') go(1, true);
    if (e.key === 'k') go(-1, true);
    if (e.key === 'J') go(1, false);
    if (e.key === 'K') go(-1, false);
    if (e.key === 's') document.body.classList.toggle('side');
    if (e.key === 'g') document.querySelectorAll('details.g').forEach(function (d) { d.open = !d.open; });
  });
})();
)js";
}

}  // namespace t2t
