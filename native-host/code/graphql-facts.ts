import { type DocumentNode, type FieldNode, Kind, parse, type SelectionSetNode } from 'graphql';

/** What one GraphQL text reaches, as far as the text itself says. */
export type GraphqlFacts = {
  readonly operation: 'query' | 'mutation';
  readonly depth: number;
  readonly fields_count: number;
  /** Types that the text names in fragments and variables. */
  readonly types: readonly string[];
  /** `Type.field`, or the path of the field from the operation: `query.orders.id`. */
  readonly fields: readonly string[];
};
export type GraphqlRead =
  | { readonly ok: true; readonly facts: GraphqlFacts }
  | { readonly ok: false; readonly message: string };

const tokensMax = 2_000;
const fieldsMax = 200;
/** Deeper and larger ones ask a server for more than a page ever does. */
export const graphqlDepthMax = 12;
export const graphqlFieldsMax = 500;

/** Parses a query of one operation. Fragments are followed, each as often as it is used. */
export function readGraphql(query: string): GraphqlRead {
  let document: DocumentNode;
  try {
    document = parse(query, { maxTokens: tokensMax, noLocation: true });
  } catch (error) {
    const said = error instanceof Error ? error.message.slice(0, 200) : 'it cannot be parsed';
    return { ok: false, message: said };
  }
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const [one, ...others] = operations;
  if (one?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) {
    return { ok: false, message: 'there must be exactly one operation' };
  }
  if (one.operation === 'subscription') return { ok: false, message: 'a subscription does not end' };
  const counted = new Count(document);
  for (const { type } of one.variableDefinitions ?? []) counted.type(JSON.stringify(type));
  counted.set(one.selectionSet, one.operation, 1);
  if (counted.depth > graphqlDepthMax || counted.fieldsCount > graphqlFieldsMax) {
    const message = `it is ${counted.depth} deep with ${counted.fieldsCount} fields; ${graphqlDepthMax} and ${graphqlFieldsMax} are allowed`;
    return { ok: false, message };
  }
  return {
    ok: true,
    facts: {
      operation: one.operation,
      depth: counted.depth,
      fields_count: counted.fieldsCount,
      types: [...counted.types].slice(0, fieldsMax),
      fields: [...counted.fields].slice(0, fieldsMax),
    },
  };
}

class Count {
  readonly types = new Set<string>();
  readonly fields = new Set<string>();
  depth = 0;
  fieldsCount = 0;
  readonly #fragments: ReadonlyMap<string, { readonly on: string; readonly set: SelectionSetNode }>;

  constructor(document: DocumentNode) {
    const fragments = document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION
        ? [[one.name.value, { on: one.typeCondition.name.value, set: one.selectionSet }] as const]
        : [],
    );
    this.#fragments = new Map(fragments);
  }

  type(json: string): void {
    for (const [, name] of json.matchAll(
      /"kind":"NamedType","name":\{"kind":"Name","value":"([A-Za-z_0-9]+)"/g,
    )) {
      if (name !== undefined) this.types.add(name);
    }
  }

  // A fragment that holds itself is stopped by the depth, one that is used too often by the count.
  set({ selections }: SelectionSetNode, owner: string, depth: number): void {
    this.depth = Math.max(this.depth, depth);
    if (depth > graphqlDepthMax + 1) return;
    for (const selection of selections) {
      if (this.fieldsCount > graphqlFieldsMax) return;
      if (selection.kind === Kind.FIELD) this.#field(selection, owner, depth);
      else if (selection.kind === Kind.INLINE_FRAGMENT) {
        const on = selection.typeCondition?.name.value;
        if (on !== undefined) this.types.add(on);
        this.set(selection.selectionSet, on ?? owner, depth + 1);
      } else {
        const fragment = this.#fragments.get(selection.name.value);
        if (fragment === undefined) continue;
        this.types.add(fragment.on);
        this.set(fragment.set, fragment.on, depth + 1);
      }
    }
  }

  #field({ name, selectionSet }: FieldNode, owner: string, depth: number): void {
    const path = `${owner}.${name.value}`;
    this.fieldsCount += 1;
    this.fields.add(path);
    if (selectionSet !== undefined) this.set(selectionSet, path, depth + 1);
  }
}
