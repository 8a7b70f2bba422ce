import { contentWords, sharedWords } from './content-words.ts';
import { type AgentState, openItems, type PageLook, pageAddress } from './state.ts';

/** Links shown with a page. */
const linksMax = 12;
/** Links shown although they share no word with what is wanted, so that a page is no dead end. */
const strayLinksMax = 4;
const onward = /^(next|older|more|continue|weiter|nächste|suivant|siguiente|›|»|>)\b|^(next page|page \d+)$/i;

/** What stands on every page of a site and leads nowhere. */
const chrome =
  /^(about( us)?|imprint|impressum|privacy( policy)?|datenschutz|newsletter|contact( us)?|kontakt|cookies?( policy| settings)?|terms( of (use|service))?|log ?in|sign ?(in|up)|register|help|home|accessibility|advertise|careers|jobs|facebook|twitter|x|instagram|youtube|linkedin|rss|skip to .*)$/i;

type Candidate = PageLook['links'][number];

/** The page's likeliest links by the words that they share with the objective and the open items, in the order of the page. */
export function chooseLinks(state: AgentState, look: PageLook): readonly Candidate[] {
  const { assignment, visited, links } = state;
  const wanted = new Set(
    contentWords([assignment.objective, ...openItems(state).map(({ text }) => text)].join(' ')),
  );
  const seen = new Set<string>([pageAddress(look.url)]);
  const candidates = look.links.flatMap((link, at) => {
    const address = pageAddress(link.url);
    const again = seen.has(address) || visited.includes(address);
    seen.add(address);
    // A link that was shown with another page stands on every page of its site.
    const isChrome = chrome.test(link.text.trim()) || links.some(({ url }) => url === link.url);
    if (again || link.text.trim() === '') return [];
    const words = sharedWords(link.text, wanted) * 2 + sharedWords(pathWords(link.url), wanted);
    if (isChrome && words === 0) return [];
    return [{ link, at, score: onward.test(link.text.trim()) ? Math.max(words, 1) : words }];
  });
  const likely = candidates.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.at - b.at);
  const chosen =
    likely.length > 0 && !assignment.acts
      ? likely.slice(0, linksMax)
      : [...likely, ...candidates.filter(({ score }) => score === 0)].slice(
          0,
          assignment.acts ? linksMax : strayLinksMax,
        );
  return [...chosen].sort((a, b) => a.at - b.at).map(({ link }) => link);
}

function pathWords(url: string): string {
  return URL.canParse(url) ? decoded(new URL(url).pathname) : '';
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replace(/[/_-]+/g, ' ');
  } catch {
    return path;
  }
}
