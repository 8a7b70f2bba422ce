/** The portal's style sheet, served as `/portal.css`. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ground: #f4f6f7;
  --sheet: #ffffff;
  --ink: #16232b;
  --soft: #5a6a74;
  --line: #d9e0e4;
  --band: #eef2f4;
  --accent: #0f766e;
  --accent-strong: #0b5a54;
  --on-accent: #ffffff;
  --bad: #a3262a;
  --bad-ground: #fbeceb;
  --note-ground: #e6f3f1;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10181d;
    --sheet: #18232a;
    --ink: #e6edf0;
    --soft: #9bacb6;
    --line: #2d3b44;
    --band: #1f2c34;
    --accent: #4fd1c1;
    --accent-strong: #86e3d8;
    --on-accent: #06231f;
    --bad: #ff9d97;
    --bad-ground: #3a2021;
    --note-ground: #143330;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--ground);
  color: var(--ink);
  font: 15px/1.5 system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif;
}
.width { width: 100%; max-width: 1120px; margin: 0 auto; padding: 0 24px; }
main { flex: 1; padding-top: 28px !important; padding-bottom: 40px !important; }
h1 { margin: 0 0 4px; font-size: 26px; line-height: 1.25; letter-spacing: -0.01em; }
h2 { margin: 0 0 10px; font-size: 17px; }
p { margin: 0 0 12px; }
a { color: var(--accent); text-underline-offset: 2px; }
a:hover { color: var(--accent-strong); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.muted, small { color: var(--soft); }
.bad { color: var(--bad); }
.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}

.top { background: var(--sheet); border-bottom: 1px solid var(--line); }
.top .width { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 28px; padding: 14px 24px; }
.brand { display: flex; align-items: center; gap: 10px; color: inherit; text-decoration: none; }
.brand span { display: flex; flex-direction: column; line-height: 1.2; }
.top nav { display: flex; gap: 4px; }
.top nav a { padding: 6px 12px; border-radius: 6px; color: var(--soft); text-decoration: none; }
.top nav a:hover { color: var(--ink); background: var(--band); }
.top nav a[aria-current] { color: var(--ink); background: var(--band); font-weight: 600; }
.account {
  display: flex;
  align-items: center;
  gap: 14px;
  margin-left: auto;
  color: var(--soft);
  font-size: 14px;
}
.account strong { color: var(--ink); }

.card {
  margin: 0 0 20px;
  padding: 20px 24px;
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 10px;
}
main > .card { margin-top: 16px; }
.sign-in { max-width: 400px; margin: 5vh auto 0 !important; padding: 28px 32px 32px; }
.sign-in button { width: 100%; margin-top: 4px; }
.notice { padding: 10px 14px; border-radius: 8px; background: var(--note-ground); }
.notice.bad { background: var(--bad-ground); }

.field { display: flex; flex-direction: column; gap: 4px; margin-bottom: 14px; }
label { font-weight: 600; font-size: 14px; }
input, select {
  width: 100%;
  height: 40px;
  padding: 0 12px;
  color: inherit;
  background: var(--sheet);
  border: 1px solid color-mix(in srgb, var(--soft) 55%, var(--line));
  border-radius: 7px;
  font: inherit;
}
input[aria-invalid] { border-color: var(--bad); }
input::placeholder { color: color-mix(in srgb, var(--soft) 70%, transparent); }
button, .button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  height: 40px;
  padding: 0 18px;
  border: 1px solid transparent;
  border-radius: 7px;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { background: var(--accent-strong); color: var(--on-accent); }
button:disabled { opacity: 0.5; cursor: default; }
button.quiet, #downloads:not(:empty) + form button {
  background: transparent;
  border-color: var(--line);
  color: var(--ink);
}
button.quiet:hover, #downloads:not(:empty) + form button:hover { background: var(--band); }
.account button, #cookie-notice button { height: 34px; padding: 0 14px; }

.search { display: flex; flex-wrap: wrap; gap: 4px 18px; align-items: flex-start; padding-bottom: 10px; }
.search .field { flex: 1 1 160px; }
.search .wide { flex: 2 1 240px; }
.search .actions { flex: 0 0 auto; flex-direction: row; align-items: center; gap: 16px; padding-top: 25px; }

.count { margin: 4px 0 8px; font-weight: 600; }
.card.table { margin-top: 0; padding: 0; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
caption { padding: 12px 16px; text-align: left; color: var(--soft); font-size: 14px; }
th, td { padding: 9px 16px; text-align: left; white-space: nowrap; border-top: 1px solid var(--line); }
thead th { background: var(--band); font-size: 13px; vertical-align: bottom; }
thead th[colspan] {
  text-align: center;
  border-left: 1px solid var(--line);
  border-right: 1px solid var(--line);
}
tbody tr:hover { background: color-mix(in srgb, var(--band) 60%, transparent); }
thead tr:first-child th:first-child { border-left: 0; }
.number { text-align: right; }
.paging { display: flex; justify-content: center; align-items: center; gap: 20px; }
.paging .off { color: var(--soft); opacity: 0.6; }

.figures, .details {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
  gap: 14px;
}
.figures { margin: 18px 0 20px; }
.figures div {
  padding: 14px 18px;
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 10px;
}
dt { color: var(--soft); font-size: 13px; }
dd { margin: 2px 0 0; font-weight: 600; font-variant-numeric: tabular-nums; }
.figures dd { font-size: 19px; }
.plain { margin: 0 0 14px; padding: 0; list-style: none; }
.plain li {
  display: flex;
  justify-content: space-between;
  padding: 8px 0;
  border-bottom: 1px solid var(--line);
}
.trail { margin-bottom: 6px; color: var(--soft); font-size: 14px; }
.row { display: flex; flex-wrap: wrap; gap: 12px; }
.row:not(:empty) { margin-bottom: 16px; }
.state::before {
  content: '';
  display: inline-block;
  width: 8px;
  height: 8px;
  margin-right: 8px;
  border-radius: 50%;
  background: var(--soft);
}
.state[data-state='preparing']::before { background: #d99a1c; }
.state[data-state='ready']::before { background: var(--accent); }
.state[data-state='failed']::before { background: var(--bad); }

.bottom { padding: 16px 0; border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; }
#cookie-notice {
  padding: 10px 0;
  background: var(--band);
  border-top: 1px solid var(--line);
  font-size: 14px;
}
#cookie-notice .width {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
}
#cookie-notice p { margin: 0; }

@media (max-width: 720px) {
  .width, .top .width { padding-left: 16px; padding-right: 16px; }
  .account { margin-left: 0; }
  .search .actions { padding-top: 4px; }
}
`;
