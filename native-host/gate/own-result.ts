import { z } from 'zod';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import type { GateDependencies, Upload } from './ports.ts';
import { type ToldFile, toldFiles } from './upload-arguments.ts';

type Own = Readonly<Record<string, unknown>>;

type Means = {
  readonly tool: ToolDeclaration;
  readonly args: Own;
  readonly takeOverDownload: GateDependencies['takeOverDownload'];
  readonly readPdf: GateDependencies['readPdf'];
  readonly run_id: string | null;
  /** Milliseconds since the epoch when the act was sent. */
  readonly sentAt: number;
  readonly uploads: readonly Upload[];
};

/**
 * The tool's own result in its published form. A download counts as done once the host has it: copied, flushed and
 * hashed. Of an upload the host tells what it read and hashed itself. The text of a PDF page is read from its bytes here.
 */
export async function ownResult(result: Own, means: Means): Promise<Result<Record<string, unknown>>> {
  const { tool } = means;
  const whole = await wholeResult(result, means);
  if (!whole.ok) return whole;
  const parsed = tool.output.safeParse(whole.value);
  if (parsed.success) return ok(parsed.data);
  return failed(
    fault(
      // An act was done all the same, or was not: nobody can say any more.
      tool.acts ? 'outcome-unknown' : 'internal',
      `The browser's answer to ${tool.name} has not the expected form.`,
      'Update extension and host to the same version.',
    ),
  );
}

async function wholeResult(result: Own, means: Means): Promise<Result<Own>> {
  const { tool, uploads, run_id, sentAt } = means;
  if (tool.name === 'download') return means.takeOverDownload(result, { run_id, since: sentAt });
  const pdf = tool.name === 'get_text' ? result['pdf'] : undefined;
  if (typeof pdf === 'string') return means.readPdf(pdf, means.args);
  return ok({ ...result, ...toldFiles(uploads) });
}

const Told = z.object({ name: z.string(), bytes: z.int(), sha256: z.string() });
const Several = z.object({ files: z.array(Told) });
const Single = z.object({ file: Told });

/** Name, size and hash of the files that a result tells of, for the ledger. */
export function filesTold(tool: string, result: Own | null): { readonly files?: readonly ToldFile[] } {
  if (result === null) return {};
  if (tool === 'download') return filesIn(z.safeParse(Told, result).data);
  if (tool === 'save_file') return filesIn(z.safeParse(Single, result).data?.file);
  if (tool === 'upload_file') return filesIn(...(z.safeParse(Several, result).data?.files ?? []));
  return {};
}

function filesIn(...files: readonly (ToldFile | undefined)[]): { readonly files?: readonly ToldFile[] } {
  const known = files.filter((file) => file !== undefined);
  return known.length === 0 ? {} : { files: known };
}
