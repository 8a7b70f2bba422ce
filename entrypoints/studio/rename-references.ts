/** The text with every reference to a parameter or a step under its new name: `{{parameters.old…` and `{{steps.old…`. */
export function renameReferences(
  text: string,
  kind: 'parameters' | 'steps',
  { from, to }: { readonly from: string; readonly to: string },
): string {
  const name = from.replace(/[^a-z0-9_]/gi, '\\$&');
  return text.replace(new RegExp(`(\\{\\{\\s*${kind}\\.)${name}(?![A-Za-z0-9_])`, 'g'), `$1${to}`);
}
