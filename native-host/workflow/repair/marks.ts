/** Attributes that a page's makers name things by; others, such as classes, are looks. */
const markNames = new Set([
  'id',
  'name',
  'type',
  'autocomplete',
  'placeholder',
  'rel',
  'title',
  'download',
  'formaction',
  'inputmode',
  'aria-controls',
]);
/** Marks that tell one control of a page from all others. */
const identifying = new Set(['id', 'name', 'formaction', 'aria-controls']);

/** `data-…` that change by themselves, or that open something. */
const passing = /^data-(?:state|reactid|v-|focus|hover)|token|csrf|nonce|secret|session|key/;

/** Whether an attribute is worth remembering. */
export function attributeIsMark(name: string): boolean {
  return markNames.has(name) || (name.startsWith('data-') && !passing.test(name));
}

/** What a link is to its page, where it says so; other relations are matters of safety and say nothing. */
function tells(name: string, value: string | undefined): boolean {
  return name === 'rel' && ['next', 'prev', 'search', 'help', 'up'].includes(value ?? '');
}

/** Identifying attributes that are the same on both sides. */
export function sharedMarks(
  one: Readonly<Record<string, string>>,
  other: Readonly<Record<string, string>>,
): readonly string[] {
  return Object.keys(one).filter(
    (name) =>
      (identifying.has(name) || name.startsWith('data-') || tells(name, one[name])) &&
      attributeIsMark(name) &&
      one[name] !== '' &&
      one[name] === other[name],
  );
}
