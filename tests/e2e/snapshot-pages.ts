const rows = (order: readonly number[], state: string): string =>
  order
    .map(
      (n) =>
        `<tr><td><a href="/o/${n}">Order ${n}</a></td><td>${state}</td><td><button>Pay</button></td></tr>`,
    )
    .join('');

/** Pages of the tests of snapshots, refs, pictures and scripts, by path. */
export const snapshotPages = {
  '/orders': `<title>Orders</title><h1>Orders</h1><table>${rows([1, 2, 3], 'open')}</table>
    <p id="said"></p><button id="draw">Draw anew</button>
    <script>
    const table = document.querySelector('table');
    const listen = () => table.querySelectorAll('button').forEach((b) => {
      b.onclick = () => { said.textContent = 'Paid ' + b.closest('tr').cells[0].textContent; };
    });
    listen();
    draw.onclick = () => { table.innerHTML = ${JSON.stringify(rows([3, 1, 2], 'late'))}; listen(); };
    </script>`,
  '/long': `<title>Long</title><nav aria-label="Menu"><a href="/orders">Orders</a></nav><main><ol>${Array.from(
    { length: 400 },
    (_, n) => `<li>Entry number ${n} with some words</li>`,
  ).join('')}</ol></main><footer><a href="/terms">Terms</a></footer>`,
  '/hidden': `<title>Hidden</title><p>Plain</p><p style="opacity:0">ghost1</p>
    <p style="position:absolute;left:-9999px">ghost2</p><p style="font-size:1px;line-height:1px">ghost3</p>
    <p style="text-indent:-9999px;white-space:nowrap">ghost4</p>
    <p style="position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden">ghost5</p>
    <button>Under</button><div style="opacity:0"><button>Faint</button></div>
    <div role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:#fff"><button>Accept</button></div>`,
  '/frames': `<title>Frames</title><h1>Outer</h1><iframe src="{other}/inner" width="300" height="150"></iframe>
    <x-card></x-card><p>After</p><script>
    customElements.define('x-card', class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = '<button>In the closed root</button>'; }
    });</script>`,
  '/inner': '<button>In the frame</button><input aria-label="Key" type="password" value="hunter2">',
  '/tall': `<title>Tall</title><body style="margin:0"><div style="height:9000px;background:linear-gradient(red,blue)"></div>
    <canvas id="noise" width="1200" height="1200"></canvas><script>
    const pen = noise.getContext('2d'), dots = pen.createImageData(1200, 1200);
    for (let at = 0; at < dots.data.length; at++) dots.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
    pen.putImageData(dots, 0, 0);</script>`,
} as const;
