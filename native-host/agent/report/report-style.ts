/** The look of a report: one column, readable on a screen, in the dark and on paper. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1c2126; --soft: #5b6670; --line: #dfe3e8; --ground: #fff; --shade: #f5f7f9; --mark: #1a5fb4; --good: #1b7a43; --bad: #a33c00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebee; --soft: #a3adb7; --line: #363d44; --ground: #15191d; --shade: #1e2429; --mark: #82b4f5; --good: #6fcf97; --bad: #f2a65a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .6rem; padding-top: .9rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.1rem 0 .3rem; }
p, ul, ol { margin: .4rem 0 .8rem; }
ul, ol { padding-left: 1.4rem; }
li { margin: .25rem 0; }
a { color: var(--mark); }
.soft { color: var(--soft); font-size: .875rem; }
.status { background: var(--shade); border-left: 4px solid var(--mark); padding: .7rem 1rem; border-radius: 0 6px 6px 0; }
.status.bad { border-left-color: var(--bad); }
.status p { margin: .2rem 0; }
.items { list-style: none; padding: 0; }
.items .found::before { content: "✓ "; color: var(--good); font-weight: 600; }
.items .open::before { content: "– "; color: var(--bad); font-weight: 600; }
.result { font-size: 1.06rem; }
.cite { text-decoration: none; font-size: .85em; vertical-align: .08em; }
.finds { padding-left: 1.8rem; }
.finds > li { margin: 0 0 1.1rem; }
.finds > li:target { background: var(--shade); outline: 2px solid var(--mark); outline-offset: 6px; }
blockquote { margin: .35rem 0; padding: .1rem 0 .1rem .9rem; border-left: 3px solid var(--line); color: var(--soft); white-space: pre-line; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid var(--line); }
.done { color: var(--good); } .failed, .refused, .unclear { color: var(--bad); }
details summary { cursor: pointer; color: var(--soft); }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --line: #bbb; --ground: #fff; --shade: #f2f2f2; --mark: #003a8c; }
  body { font-size: 11pt; }
  main { max-width: none; padding: 0; }
  h2 { break-after: avoid; }
  .finds > li, tr, blockquote { break-inside: avoid; }
  .source a::after { content: " (" attr(href) ")"; font-size: 8pt; color: var(--soft); }
}
`.trim();
