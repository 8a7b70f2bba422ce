import type { Bucket } from '../../shared/actions.ts';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { PolicyQuestion } from '../../shared/policy-question.ts';
import { unknownTool } from '../../shared/tools/bad-arguments.ts';
import { saysDelete } from '../../shared/tools/delete-words.ts';
import { tools } from '../../shared/tools/index.ts';
import type { Question, QuestionResource } from './question.ts';

/** The question of a person or of a file of cases, as the policy is asked it. */
export function questionOf(asked: PolicyQuestion): Result<Question> {
  const bucket = bucketOf(asked);
  if (!bucket.ok) return bucket;
  if (asked.url !== undefined && asked.folder !== undefined) {
    return failed(wrong('A call is on a page or on a folder, not on both.', 'Leave out url or folder.'));
  }
  return ok({
    caller: { kind: asked.caller, id: asked.caller, unattended: asked.unattended },
    tool: asked.tool,
    bucket: bucket.value,
    resource: resourceOf(asked),
    frame_url: asked.frame ?? null,
    target: asked.target === undefined ? null : { role: 'button', name: asked.target },
    template: asked.accepted_template
      ? { id: 'template', version: '1.0.0', reviewed: true, accepted: true }
      : null,
    secret_used: asked.secret,
    tainted: asked.tainted || asked.sources.length > 0,
    sources: asked.sources,
    granted: asked.approved,
    mode: asked.plan_mode ? 'PLAN' : 'NORMAL',
  });
}

function bucketOf({ tool: name, bucket, target }: PolicyQuestion): Result<Bucket> {
  const tool = tools.get(name);
  if (tool === undefined) return failed(unknownTool(name));
  if (bucket !== undefined) {
    if (tool.buckets.includes(bucket)) return ok(bucket);
    const known = tool.buckets.join(' or ');
    return failed(wrong(`"${name}" is never of the bucket "${bucket}".`, `It is of the bucket ${known}.`));
  }
  const deletes = tool.buckets.includes('delete') && target !== undefined && saysDelete(target);
  return ok(deletes ? 'delete' : tool.buckets[0]);
}

function resourceOf({ url, folder }: PolicyQuestion): QuestionResource {
  if (url !== undefined) return { kind: 'site', url };
  return folder === undefined ? { kind: 'none' } : { kind: 'folder', path: folder };
}

function wrong(message: string, hint: string): Fault {
  return fault('bad-arguments', message, hint);
}
