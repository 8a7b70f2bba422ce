import { join } from 'node:path';
import { Window } from 'happy-dom';
import type {
  ResultElement,
  ResultPage,
  SearchProvider,
} from '../../../native-host/search/search-provider.ts';
import { collapse } from '../../../shared/plain-text.ts';
import { read } from '../../house/source-tree.ts';

/** A recorded result page as the agent would have read it. */
export function recorded(
  provider: SearchProvider,
  file: string,
  status: number | null = 200,
  url = provider.urlOf('tallest mountain in africa'),
): ResultPage {
  const window = new Window({ url });
  window.document.write(read(join('tests', 'fixtures', 'search', `${file}.html`)));
  const { document } = window;
  const elements = provider.selectors.map((selector) =>
    Array.from(document.querySelectorAll(selector)).map(
      (element): ResultElement => ({
        tag: element.tagName.toLowerCase(),
        text: collapse(element.textContent ?? '').slice(0, 300),
        attributes: Object.fromEntries(
          Array.from(element.attributes).map(({ name, value }) => [name, (value ?? '').slice(0, 1_000)]),
        ),
      }),
    ),
  );
  return { url, status, text: document.body.textContent ?? '', elements };
}
