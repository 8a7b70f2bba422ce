import { expect, test } from 'vitest';
import { outlinePlaces } from '../../../../native-host/workflow/repair/outline-places.ts';

const outline = `banner
 navigation "Main" [e6]
  link "Dashboard" [e7]
  link "Reports" [current] [e8]
 button "Sign out" [e10]
main [e11]
 h1 "Reports"
 search "Reports" [e12]
  textbox "Search text" [e13]: Account statement
  combobox "Type" [e14]: All (of All | Credit notes)
 table "Found" [e18]
  ST-1 | Account statement | Open ST-1 [f3e19]`;

test('each control is told with the part of the page, the heading and the controls beside it', () => {
  const places = outlinePlaces(outline);
  expect(places.get('e8')).toEqual({ within: 'navigation "Main"', heading: '', near: ['Dashboard'] });
  expect(places.get('e10')).toEqual({ within: 'banner', heading: '', near: [] });
  expect(places.get('e13')).toEqual({ within: 'search "Reports"', heading: 'Reports', near: ['Type'] });
  expect(places.get('f3e19')).toMatchObject({ within: 'table "Found"', heading: 'Reports' });
});
