import { isTool, type SingleStep } from '../../shared/template.ts';
import type { Problem } from './problems.ts';

/** Work on pictures, and values worked out from others, by the names that templates call them. */
const cloudTools: Readonly<Record<string, string>> = {
  read_screenshot: 'screenshot_cloud',
  ocr: 'screenshot_cloud',
  vision: 'screenshot_cloud',
  derive: 'derived_cloud',
  derivation: 'derived_cloud',
};

/** What is done where: nothing is read from a picture and nothing derived on this machine, and all else is done here. */
export function checkTier(step: SingleStep, path: readonly PropertyKey[]): Problem[] {
  const source = isTool(step) ? cloudTools[step.tool] : undefined;
  if (source !== undefined && isTool(step)) {
    const message = `"${step.tool}" is work of the cloud and no step of a template; name the field under "extraction", with the source ${source}`;
    return [{ path: [...path, 'tool'], message }];
  }
  if (step.tier !== 'cloud') return [];
  const message =
    'only what the extraction plan names is done in the cloud, and this step is done here; leave "tier" out';
  return [{ path: [...path, 'tier'], message }];
}
