import type { PageInfo } from '../../../shared/actions.ts';
import type { HopGuardParts } from './hop-guard.ts';

/** What the driver tells of by itself, and asks of the host. */
export type DriverSignals = {
  readonly judgeHop: HopGuardParts['ask'];
  readonly onEgressBlocked: (blocked: {
    readonly caller_id: string;
    readonly name: string;
    readonly to: string;
  }) => void;
  readonly onPages: (pages: readonly PageInfo[]) => void;
  readonly onDownloadRefused: (download: { readonly url: string; readonly filename: string }) => void;
};
