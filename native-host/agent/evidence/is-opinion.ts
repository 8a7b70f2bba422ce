import { fold } from './fold.ts';

const asks =
  /\b(?:opinions?|recommend(?:ed|ation|ations)?|should (?:i|we|one)|worth (?:it|buying|visiting|reading|seeing)|which (?:one )?is (?:better|best)|better(?: choice| option)?|what do you (?:think|prefer)|your (?:view|take|favou?rite)|do you think|prefer(?:red|able)?|pros and cons|good idea|make sense|advisable|verdict|meinung|empfehl\p{L}*|sollte (?:ich|man)|lohnt\p{L}*|besser|was haltst du|avis|recommand\p{L}*|conseil\p{L}*|vaut-il|vaut(?: mieux| la peine)|devrais-je|meilleur choix|mieux|opinion\p{L}*|recomiend\p{L}*|recomendacion\p{L}*|deberia|vale la pena|mejor opcion|merece la pena|consigli\p{L}*|parere|opinio\p{L}*|vale a pena|mening|aanrader|стоит ли|мнение|посовету\p{L}*|おすすめ|意见|推荐)(?!\p{L})/iu;
const asksInScript = /стоит ли|мнение|посовету|おすすめ|意見|意见|推荐|推薦|تنصح|رأي|ממליץ|דעת/u;

/** Whether a text asks for a judgement: pages can inform one and never hold it, so it is never what is missing. */
export function isOpinion(text: string): boolean {
  const folded = fold(text);
  return asks.test(folded) || asksInScript.test(text);
}
