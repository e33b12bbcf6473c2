#pragma once
// The style of the page of findings: page.cpp has its elements. One column for each lane; on a narrow screen,
// all in one column, with the lane's name and an indent.

#include <string_view>

namespace setpoint { inline namespace v0 { namespace sim {

inline constexpr std::string_view page_style = R"css(
:root { color-scheme: light dark; --back: #f6f6f4; --sheet: #fff; --ink: #1b1d22; --dim: #62666f; --line: #dedfe3;
  --stripe: #f1f1ef; --less: #a61b1b; --less-back: #fdeeee; --more: #0a53b8; --more-back: #eaf2fe; --fault: #7a4b00;
  --fault-back: #fff1d0; --user: #7b3fb0; --operator: #0f766e; --api: #4b5563; --watch: #9a5b13; --down: #a61b1b26; }
@media (prefers-color-scheme: dark) { :root { --back: #14161a; --sheet: #1c1f25; --ink: #e8e9ec; --dim: #9ba0ab;
  --line: #343842; --stripe: #22252c; --less: #ff9c94; --less-back: #3a1e1e; --more: #a3c7ff; --more-back: #1b2b45;
  --fault: #ffd27a; --fault-back: #3a2c0d; --user: #c79bf2; --operator: #5fd0c5; --api: #b4bac5; --watch: #e8b26a;
  --down: #ff9c9422; } }
* { box-sizing: border-box; }
body { margin: 0; overflow-wrap: anywhere; background: var(--back); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
header, main, nav { max-width: 1240px; margin: 0 auto; padding: 0 20px; }
header { padding-top: 28px; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 19px; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
p { margin: 6px 0; }
code, pre, .chip, .time { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: 12.5px; }
code { overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
a { color: var(--more); }
.dim { color: var(--dim); }
nav ol { padding-left: 24px; margin: 14px 0 0; }
nav li { margin: 4px 0; }
nav code { color: var(--dim); }
section { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 18px 20px 20px;
  margin: 22px 0; }
.alarm { border: 2px solid var(--less); background: var(--less-back); color: var(--less); border-radius: 8px;
  padding: 8px 12px; font-weight: 600; }
.facts { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 8px 32px; margin: 12px 0 16px; }
.facts h3 { font-size: 12px; text-transform: uppercase; letter-spacing: .06em; color: var(--dim); margin: 0 0 4px; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; white-space: nowrap; font-weight: 500; color: var(--dim); font-size: 12.5px; }
th, td { padding: 3px 12px 3px 0; vertical-align: top; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.legend { display: flex; flex-wrap: wrap; gap: 6px 16px; align-items: center; font-size: 13px; color: var(--dim);
  margin: 0 0 8px; }
ol.rows { list-style: none; margin: 0; padding: 0; }
.row, .lanes { display: grid; grid-template-columns: 76px repeat(4, minmax(0, 1fr)); }
.lanes { position: sticky; top: 0; z-index: 1; background: var(--sheet); border-bottom: 2px solid var(--line);
  font-weight: 600; font-size: 13px; }
.lanes > * { padding: 6px 8px; }
.time { color: var(--dim); padding: 7px 10px 0 0; text-align: right; }
.cell { padding: 3px 5px; min-width: 0; }
.cell:nth-child(odd) { background: var(--stripe); }
.cell.down { background: repeating-linear-gradient(135deg, var(--down) 0 5px, transparent 5px 10px); }
.user { --lane: var(--user); } .operator { --lane: var(--operator); } .api { --lane: var(--api); }
.watch { --lane: var(--watch); }
.lanes > * { color: var(--lane, var(--dim)); }
.chip { display: block; border: 1px solid var(--line); border-left: 4px solid var(--lane); border-radius: 5px;
  padding: 3px 8px; background: var(--sheet); overflow-wrap: anywhere; line-height: 1.4; }
details.chip > summary { cursor: pointer; list-style-position: inside; }
.chip pre { margin-top: 4px; padding-top: 4px; border-top: 1px solid var(--line); color: var(--dim); font-size: 12px; }
.less .chip, .key.less { border: 1px dashed var(--less); border-left: 4px dashed var(--less); background: var(--less-back);
  color: var(--less); }
.more .chip, .key.more { border: 1px solid var(--more); border-left: 4px solid var(--more); background: var(--more-back);
  color: var(--more); }
.moved .chip, .key.moved { border-style: dotted; border-color: var(--dim); color: var(--dim); }
.key { display: inline-block; border: 1px solid var(--line); border-left-width: 4px; border-radius: 5px; padding: 1px 8px; }
.less .time { color: var(--less); }
.time:empty::before { content: "\00a0"; }
.note { display: block; font: 600 11px/1.4 system-ui, sans-serif; letter-spacing: .03em; }
.first { outline: 3px solid var(--less); outline-offset: -1px; border-radius: 6px; }
.first.more { outline-color: var(--more); }
.banner { display: grid; grid-template-columns: 76px minmax(0, 1fr); border-radius: 6px; margin: 5px 0; }
.banner > div { padding: 6px 10px; overflow-wrap: anywhere; }
.banner.fault { background: var(--fault-back); color: var(--fault); }
.banner.check { background: var(--less-back); color: var(--less); }
.banner .time { color: inherit; }
.alike > details > summary { cursor: pointer; padding: 5px 10px 5px 86px; color: var(--dim); font-size: 13px; }
.more-of { margin-top: 14px; }
.more-of > summary { cursor: pointer; font-weight: 600; }
.more-of pre { margin-top: 8px; padding: 10px 12px; background: var(--stripe); border-radius: 6px; }
footer { max-width: 1240px; margin: 0 auto; padding: 0 20px 40px; color: var(--dim); font-size: 13px; }
@media (max-width: 760px) {
  header, main, nav, footer { padding-left: 12px; padding-right: 12px; }
  section { padding: 14px 12px; }
  .facts { grid-template-columns: minmax(0, 1fr); }
  .lanes { display: none; }
  .row { grid-template-columns: 58px minmax(0, 1fr); }
  .banner { grid-template-columns: 58px minmax(0, 1fr); }
  .cell { display: none; background: none !important; padding-left: 0; padding-right: 2px; }
  .cell.filled { display: block; }
  .cell.operator { padding-left: 12px; } .cell.api { padding-left: 24px; } .cell.watch { padding-left: 36px; }
  .cell.filled > .chip::before { content: attr(data-lane); display: inline-block; margin-right: 7px; color: var(--lane);
    font: 700 11px/1 system-ui, sans-serif; }
  .time { padding-right: 7px; font-size: 11px; }
  .alike > details > summary { padding-left: 66px; }
}
)css";

}}}  // namespace setpoint::v0::sim
