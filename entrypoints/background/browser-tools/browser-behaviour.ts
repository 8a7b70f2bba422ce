import type { Driver } from '../driver/driver.ts';
import type { TabPage } from '../driver/tab-page.ts';
import type { CallContext, ResolvedTarget } from '../page.ts';

/** What a tool of the browser itself works with; tools of a page see the `Page` alone. */
export type BrowserCall = CallContext & {
  readonly driver: Driver;
  /** Caller's id: owner of what is opened. */
  readonly caller: string;
  /** The page of the call; null when it has none. */
  readonly page: TabPage | null;
  readonly targets: readonly ResolvedTarget[];
};

export type BrowserResult<Result> = {
  readonly result: Result;
  readonly verified: boolean;
  /** The tab that the outcome is told of; null when there is none any more. */
  readonly tabId: number | null;
};

export type BrowserBehaviour<Args, Result> = (
  call: BrowserCall,
  args: Args,
) => Promise<BrowserResult<Result>>;
