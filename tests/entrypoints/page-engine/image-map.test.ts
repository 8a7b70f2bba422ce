// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { imageOfArea, spotsInArea } from '../../../entrypoints/page-engine/image-map.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

function mapped(area: string): void {
  showPage(`<img usemap="#m"><map name="m">${area}</map>`);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(20);
}

test.each([
  ['shape="rect" coords="0,0,40,10"', { x: 30, y: 15 }],
  ['coords="0,0,40,10"', { x: 30, y: 15 }],
  ['shape="circle" coords="50,8,4"', { x: 60, y: 18 }],
])('an area with %s is met inside it, from where its image shows', (attributes, spot) => {
  mapped(`<area id="a" ${attributes} href="#">`);
  expect(spotsInArea(one('#a'))[0]).toEqual(spot);
});

test('one of a polygon’s points lies inside it though its middle does not', () => {
  mapped('<area id="a" shape="poly" coords="0,0,90,0,90,4,4,4,4,18,0,18" href="#">');
  const inside = ({ x, y }: { x: number; y: number }) => (y - 10 < 4 && x - 10 < 90) || x - 10 < 4;
  expect(spotsInArea(one('#a')).some(inside)).toBe(true);
});

test('what is no area, or of a map that no image uses, has no image', () => {
  showPage('<button id="b">Go</button><map name="lost"><area id="a" coords="0,0,1,1"></map>');
  expect(imageOfArea(one('#b'))).toBeNull();
  expect(imageOfArea(one('#a'))).toBeNull();
});
