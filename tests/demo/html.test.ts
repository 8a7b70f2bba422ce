import { expect, test } from 'vitest';
import { html } from '../../demo/html.ts';

test('values are escaped, markup and lists of it are not, nothing leaves nothing', () => {
  const item = html`<b title="${`"'`}">${'<&>'}</b>`;
  expect(html`<p>${[item, item]}${undefined}${7}</p>`.markup).toBe(
    '<p><b title="&quot;&#39;">&lt;&amp;&gt;</b>\n<b title="&quot;&#39;">&lt;&amp;&gt;</b>7</p>',
  );
});
