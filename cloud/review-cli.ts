import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { S3Client } from '@aws-sdk/client-s3';
import { readFacts } from './facts-of.ts';
import { readLibrary } from './library.ts';
import type { Means } from './means.ts';
import { openAiText } from './models.ts';
import { adviseOn } from './optimise.ts';
import { proposeVersion } from './propose-version.ts';
import { decideReview, listReviews, openReview, publishReview } from './review.ts';
import { Reach } from './review-checks.ts';
import { s3Store } from './s3-store.ts';

// The review of proposed template versions at a terminal: `node cloud/review-cli.ts WHAT [TEMPLATE] [VERSION] --bucket NAME`.
// Credentials come as AWS's own tools find them. Keys stay where they are: `publish` takes a file that was signed elsewhere.

const usage = `node cloud/review-cli.ts list
  optimise TEMPLATE VERSION            a proposal from what recorded runs say
  open TEMPLATE VERSION [--said R,…]   check proposals/TEMPLATE/VERSION.yaml; R: ${Reach.options.join(', ')}
  approve|reject TEMPLATE VERSION --words "why"
  publish TEMPLATE VERSION --file SIGNED --key BASE64
each with --bucket NAME and --by WHO`;

const options = {
  bucket: { type: 'string' },
  by: { type: 'string' },
  said: { type: 'string' },
  words: { type: 'string' },
  file: { type: 'string' },
  key: { type: 'string', multiple: true },
  endpoint: { type: 'string' },
} as const;

type Asked = {
  readonly words: readonly string[];
  readonly values: {
    readonly by?: string;
    readonly said?: string;
    readonly words?: string;
    readonly file?: string;
    readonly key?: readonly string[];
  };
};

/** What one command prints; null: it is none of them. */
export async function reviewCommand({ words, values }: Asked, means: Means): Promise<string | null> {
  const [what, template = '', version = ''] = words;
  if (what === 'list') {
    const lines = (await listReviews(means)).map((one) =>
      `${one.template} ${one.version}  ${one.state}  ${one.history.at(-1)?.words ?? ''}`.trimEnd(),
    );
    return lines.length === 0 ? 'Nothing is under review.' : lines.join('\n');
  }
  if (template === '' || version === '') return null;
  if (what === 'optimise') return optimise(template, version, means);
  const { by } = values;
  if (by === undefined) return null;
  const of = { template, version, by };
  const said = (values.said ?? '').split(',').filter((one) => one !== '');
  if (what === 'open')
    return told(await openReview({ ...of, said: said.map((one) => Reach.parse(one)) }, means));
  if (what === 'approve' || what === 'reject') {
    if (values.words === undefined) return null;
    return told(await decideReview({ ...of, approve: what === 'approve', words: values.words }, means));
  }
  if (what !== 'publish' || values.file === undefined) return null;
  return told(
    await publishReview({ ...of, signed: readFileSync(values.file, 'utf8'), keys: values.key ?? [] }, means),
  );
}

async function optimise(template: string, version: string, means: Means): Promise<string> {
  const known = (await readLibrary(means.store)).some(
    (one) => one.id === template && one.version === version,
  );
  const text = known ? await means.store.get(`library/${template}/${version}.yaml`) : null;
  if (text === null) return `The library has no ${template} ${version}.`;
  const proposed = proposeVersion(text, adviseOn(template, version, await readFacts(means.store)));
  if (proposed === null) return 'Recorded runs give no reason to change anything.';
  await means.store.put(`proposals/${template}/${proposed.version}.yaml`, proposed.text);
  return [`proposals/${template}/${proposed.version}.yaml`, ...proposed.changes].join('\n');
}

function told(record: Awaited<ReturnType<typeof openReview>>): string {
  return [
    `${record.template} ${record.version}: ${record.state}`,
    ...record.findings.map(({ blocks, rule, text }) => `  ${blocks ? 'BLOCKS' : 'note  '} ${rule}: ${text}`),
    `  runs: ${record.reliability.why}`,
    ...(record.advice === null ? [] : [`  a model says: ${record.advice.replace(/\s+/g, ' ')}`]),
  ].join('\n');
}

function meansOf(bucket: string, endpoint: string | undefined): Means {
  const { MODEL_URL: url = '', MODEL_NAME: name = '', MODEL_KEY: key = '' } = process.env;
  const client = new S3Client(endpoint === undefined ? {} : { endpoint, forcePathStyle: true });
  return {
    store: s3Store(client, bucket),
    text: url === '' ? null : openAiText({ url, name, key }),
    vision: null,
    now: () => new Date(),
  };
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const { bucket, endpoint, ...rest } = values;
  const said =
    bucket === undefined
      ? null
      : await reviewCommand({ words: positionals, values: rest }, meansOf(bucket, endpoint));
  (said === null ? process.stderr : process.stdout).write(`${said ?? usage}\n`);
  process.exitCode = said === null ? 2 : 0;
}
