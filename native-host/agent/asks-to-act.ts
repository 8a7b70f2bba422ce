import { contentWords } from './content-words.ts';

// Whether an objective asks for something to be done on pages, or only for something to be known. A run of the second kind
// is offered no acts, so that nothing a page says can lead to one.

const acts = new Set(
  contentWords(
    `fill put place book buy order purchase download submit send change set switch enable disable turn click press login sign log upload
register add create delete remove cancel undo post reserve rent apply subscribe unsubscribe enter type choose select update edit
reconcile extract export save pay confirm accept schedule move rename upvote vote rate reply comment share join install
ausfüllen buche buchen kaufe kaufen bestelle bestellen lade herunterladen sende senden ändere ändern stelle schalte lösche löschen
remplis remplir réserve réserver achète acheter commande télécharge télécharger envoie modifie supprime
rellena reserva compra pide descarga envía cambia borra`,
  ),
);
const asking =
  /^(what|who|when|where|why|which|how|is|are|was|were|does|do|did|can|could|should|was|wer|wie|wo|wann|warum|welche|quel|quelle|comment|pourquoi|qué|cuál|cómo)\b/i;

/** What can be done by reading alone, or leads to what a page only shows. */
const byReading = new Set(contentWords('reconcile extract export choose select type enter'));

/** True where the objective orders an act: a verb of doing at the head of one of its clauses. Questions order nothing. */
export function asksToAct(objective: string): boolean {
  return ordersOneOf(objective, (word) => acts.has(word));
}

/** True where it orders what no reading can do, so that a run without an act cannot have fulfilled it. */
export function asksToChange(objective: string): boolean {
  return ordersOneOf(objective, (word) => acts.has(word) && !byReading.has(word));
}

function ordersOneOf(objective: string, isMeant: (word: string) => boolean): boolean {
  return objective
    .split(/[.;:!?\n]+|,|\b(?:and|then|und|dann|et|puis|y|luego)\b/iu)
    .map((clause) => clause.trim())
    .some((clause) => clause !== '' && !asking.test(clause) && headWords(clause).some(isMeant));
}

/** "Please go to the shop and fill in …": the verb stands among the first words. */
function headWords(clause: string): readonly string[] {
  const polite = clause.replace(
    /^(please|bitte|kindly|now|then|also|first|finally|go to \S+|on \S+|in \S+|at \S+)\s+/i,
    '',
  );
  return contentWords(polite.split(/\s+/).slice(0, 2).join(' '));
}
