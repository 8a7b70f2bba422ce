import { contentWords } from './content-words.ts';

// What an objective orders and what it forbids, by its words. No page can add to it.

const forbidding =
  /\b(?:do not|don['’]t|never|without|but not|nicht|kein\w*|ohne|sans|ne|sin|no)\b[^.;,:!?\n]*/giu;

/** The objective without what it forbids. */
export function orderedText(objective: string): string {
  return objective.replace(forbidding, ' ');
}

/** Words of what it forbids. */
export function forbiddenWords(objective: string): ReadonlySet<string> {
  const clauses = [...objective.matchAll(forbidding)].map(([clause]) => clause);
  return new Set(contentWords(clauses.join(' ')).filter((word) => !filler.has(word)));
}
const filler = new Set(
  contentWords(
    'do not don t never without nicht ohne anything any more than no sin sans ne yet other else only page site',
  ),
);

/** Deeds that bind the person or reach others, each in the words by which a control or an objective says it. */
export const weightyDeeds: readonly { readonly deed: string; readonly words: ReadonlySet<string> }[] = [
  {
    deed: 'buys or orders something',
    words: new Set(
      contentWords(
        'order buy purchase pay payment checkout donate bestellen bestelle bestellung kaufen kaufe bezahlen bezahle commander acheter payer comprar pagar pedir',
      ),
    ),
  },
  {
    deed: 'sends or publishes something',
    words: new Set(
      contentWords(
        'send publish post tweet senden sende absenden veröffentlichen envoyer publier enviar publicar',
      ),
    ),
  },
];
