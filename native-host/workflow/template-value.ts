import { parseDocument } from 'yaml';
import { z } from 'zod';

const Value = z.json();

/** What a YAML text says as plain data; null where it is not readable, or says what JSON cannot. */
export function plainValue(text: string): z.infer<typeof Value> {
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0) return null;
  try {
    return Value.catch(null).parse(document.toJS({ maxAliasCount: 0 }));
  } catch (error) {
    // An alias, which no template may have.
    if (error instanceof ReferenceError) return null;
    throw error;
  }
}
