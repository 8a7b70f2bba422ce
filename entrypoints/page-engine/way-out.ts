import type { Named } from '../../shared/engine-methods.ts';
import { nameOf } from './accessible-name.ts';
import { elementsUnder } from './flat-tree.ts';
import { attributeOf } from './natives.ts';
import { pointNow } from './reachable-point.ts';
import { named } from './refs.ts';
import { isInteractiveRole, roleOf } from './roles.ts';
import { isRendered } from './visibility.ts';

// What in a panel that covers a target seems to close it: a suggestion for the caller, never taken by itself.

const controlsMax = 60;

/** Words that close or refuse, in the languages whose sites are worked on most; the most careful answers first. */
const closing: readonly RegExp[] = [
  /^(?:×|✕|✖|x|⨯)$/i,
  /\b(?:close|dismiss|hide|schlie(?:ß|ss)en|fermer|cerrar|chiudi|sluiten|lukk|luk|stäng|fechar|zamknij|sulje)\b/iu,
  /\b(?:no thanks|not now|later|skip|reject|decline|refuse|deny|only necessary|necessary only|essential only|ablehnen|nur notwendige|refuser|rechazar|rifiuta|weigeren|afvis|avvis|avvisa|kun nødvendige|recusar|odrzuć)\b/iu,
  /\b(?:cancel|abbrechen|annuler|cancelar|annulla|annuleren|annuller|avbryt|anuluj)\b/iu,
  /^(?:ok|okay|got it|i understand|understood|continue|accept|agree|accept all|verstanden|alle akzeptieren|akzeptieren|compris|accepter|entendido|aceptar|ho capito|accetta|begrepen|accepteren|forstået|godkend|godta|godkänn|aceitar|zgadzam się)\b/iu,
];

/** The control inside `blocker` that most looks like a way to close it; null without one. */
export function wayOut(blocker: Element): Named | null {
  let best: { readonly element: Element; readonly rank: number } | null = null;
  let looked = 0;
  for (const element of elementsUnder(blocker, isRendered)) {
    if (!isInteractiveRole(roleOf(element))) continue;
    looked += 1;
    if (looked > controlsMax) break;
    const rank = rankOf(element);
    if (rank < (best?.rank ?? closing.length) && pointNow(element) !== null) best = { element, rank };
  }
  return best === null ? null : named(best.element);
}

function rankOf(element: Element): number {
  const words = [
    nameOf(element),
    attributeOf(element, 'title') ?? '',
    attributeOf(element, 'data-dismiss') ?? '',
  ];
  const rank = closing.findIndex((pattern) => words.some((text) => pattern.test(text.trim())));
  return rank < 0 ? closing.length : rank;
}
