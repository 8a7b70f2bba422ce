import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { type Downloaded, downloadWeights } from './download-weights.ts';
import { runtimeFolder, weightsFolder } from './embedded-source.ts';
import { hasRuntime, installRuntime } from './install-runtime.ts';
import { namedWeights } from './named-weights.ts';

export type PullWish = {
  /** A short name, or the address of a GGUF file. */
  readonly what: string;
  /** The hash that the person knows; null: that of the short name, or what the server says. */
  readonly sha256: string | null;
  /** What it shall be called; null: as its file. */
  readonly name: string | null;
};
export type PullMeans = {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly onStage: (stage: string) => void;
  readonly onProgress: (have: number, total: number | null) => void;
  readonly install?: typeof installRuntime;
};
export type Pulled = Downloaded & { readonly id: string; readonly wasThere: boolean };

/** Brings weights into the data folder, and what runs them; what is there already is not brought again. */
export async function pullModel(wish: PullWish, means: PullMeans): Promise<Result<Pulled>> {
  const known = namedWeights.find(({ name }) => name === wish.what);
  const url = known?.url ?? wish.what;
  if (known === undefined && !/^https?:\/\//.test(url)) return failed(unknown(wish.what));
  const name = wish.name ?? known?.name ?? nameOf(url);
  if (!/^[\w][\w.-]{0,99}$/.test(name)) {
    return failed(fault('bad-arguments', `${name} cannot be the name of a model.`, 'Give one with --as.'));
  }
  const path = join(weightsFolder(means.folder), `${name}.gguf`);
  const wasThere = existsSync(path);
  if (!hasRuntime(runtimeFolder(means.folder))) {
    means.onStage('Installing what runs models …');
    const installed = await (means.install ?? installRuntime)(runtimeFolder(means.folder), means.signal);
    if (!installed.ok) return installed;
  }
  const id = `embedded/${name}`;
  if (wasThere) return ok({ id, wasThere, bytes: 0, sha256: '', compared: 'nothing' });
  means.onStage(`Pulling ${url} …`);
  const sha256 = wish.sha256 ?? known?.sha256 ?? null;
  const pulled = await downloadWeights({ url, path, sha256 }, means);
  return pulled.ok ? ok({ ...pulled.value, id, wasThere }) : pulled;
}

/** Takes pulled weights away; false: there were none of that name. */
export function removeModel(folder: string, name: string): boolean {
  const bare = name.replace(/^embedded\//, '');
  const path = join(weightsFolder(folder), `${basename(bare)}.gguf`);
  const parts = ['', '.part', '.part.json'].map((ending) => `${path}${ending}`);
  const there = parts.some((part) => existsSync(part));
  for (const part of parts) rmSync(part, { force: true });
  return there;
}

function nameOf(url: string): string {
  return basename(new URL(url).pathname).replace(/\.gguf$/i, '');
}

function unknown(what: string) {
  const names = namedWeights.map(({ name }) => name).join(', ');
  return fault(
    'bad-arguments',
    `${what} is neither the address of a GGUF file nor a name that is known.`,
    `Names that are known: ${names}. Anything else by its address, https://….gguf.`,
  );
}
