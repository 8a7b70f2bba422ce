import { tools } from '../../shared/tools/index.ts';

/** What a script calls by verb and path, and the tool that it is. */
export type CallPath = {
  readonly verb: 'get' | 'post';
  readonly path: string;
  /** Null for `/time`, which no browser is needed for. */
  readonly tool: string | null;
};

/** Tools that a script cannot call: scripts do not start scripts. */
const notCalled: ReadonlySet<string> = new Set(['validate_code', 'execute_code']);

const gets: readonly CallPath[] = [
  { verb: 'get', path: '/url', tool: 'list_pages' },
  { verb: 'get', path: '/pages', tool: 'list_pages' },
  { verb: 'get', path: '/dom', tool: 'get_elements' },
  { verb: 'get', path: '/snapshot', tool: 'snapshot' },
  { verb: 'get', path: '/time', tool: null },
];

const asGet: ReadonlySet<string> = new Set(['list_pages', 'snapshot']);

function postPaths(): readonly CallPath[] {
  const posts = [...tools.values()]
    .filter(({ name, group }) => group !== 'pattern' && !notCalled.has(name) && !asGet.has(name))
    .map(({ name }): CallPath => ({ verb: 'post', path: pathOf(name), tool: name }));
  return posts;
}

function pathOf(tool: string): string {
  return tool === 'evaluate_script' ? '/evaluate' : `/${tool}`;
}

let all: ReadonlyMap<string, CallPath> | null = null;

function paths(): ReadonlyMap<string, CallPath> {
  all ??= new Map([...gets, ...postPaths()].map((one) => [`${one.verb} ${one.path}`, one]));
  return all;
}

export function findCall(verb: string, path: string): CallPath | null {
  return paths().get(`${verb} ${path}`) ?? null;
}

/** `api.get("/url")`, in the order in which they are told. */
export function knownCalls(): readonly CallPath[] {
  return [...paths().values()];
}
