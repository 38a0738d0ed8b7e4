/** A window of a browser, with a session of its own. */
export interface BrowserWindow {
  open(url: string): Promise<void>
  /** Runs a function in the page. Its arguments and its result are JSON. */
  evaluate<Args extends unknown[], Result>(run: (...args: Args) => Result, ...args: Args): Promise<Result>
  /** Presses the middle of the first element, as the mouse does. */
  click(selector: string): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  close(): Promise<void>
}

/** A browser engine beside Chromium (D50, three engines). */
export interface Engine {
  open(): Promise<BrowserWindow>
  close(): Promise<void>
}

/** The source text of a call in the page. @param args as JSON */
export function callOf(run: (...args: never[]) => unknown, args: readonly unknown[]): string {
  return `(${run})(...${JSON.stringify(args)})`
}

/** A browser that is not installed. */
export class NotInstalled extends Error {
  /** @param packages of Debian that have it */
  constructor(what: string, packages: string) {
    super(`${what} is not installed: run apt-get install -y ${packages}`)
  }
}
