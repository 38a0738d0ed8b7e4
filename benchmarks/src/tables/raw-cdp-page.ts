import type { Browser, CDPSession } from '@playwright/test'

/** A response to a command, or an event, which has no id. */
interface Reply {
  id?: number
  method?: string
  params?: { sessionId?: string; message?: string }
  error?: { message: string }
  result?: { result?: { value?: unknown }; exceptionDetails?: unknown; errorText?: string }
}

/** Chromium acts on these codes, not on the names. */
const KEY_CODES: Readonly<Record<string, number>> = { Enter: 13, PageDown: 34 }

/**
 * A page with its own profile, controlled by CDP and not observed by Playwright. For an observed page, the browser copies
 * responses: 10 MB take 22 ms of the main thread, and memory that the page itself does not use.
 */
export class RawCdpPage {
  private lastId = 0
  /** The sessions of its workers, by which messages reach them through the page. */
  private readonly workers = new Set<string>()
  private readonly pending = new Map<number, { resolve: (reply: Reply) => void; reject: (error: Error) => void }>()

  private constructor(
    private readonly session: CDPSession,
    private readonly sessionId: string,
    private readonly browserContextId: string,
  ) {
    session.on(
      'Target.receivedMessageFromTarget',
      (event) => event.sessionId === sessionId && this.receive(event.message),
    )
  }

  /** @param script runs first in every document of the page */
  static async open(browser: Browser, script: string): Promise<RawCdpPage> {
    const session = await browser.newBrowserCDPSession()
    const { browserContextId } = await session.send('Target.createBrowserContext')
    const { targetId } = await session.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      width: 1366,
      height: 768,
    })
    // Not flat, because Playwright ignores messages of sessions that it has not opened.
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
    const page = new RawCdpPage(session, sessionId, browserContextId)
    await page.send('Page.enable')
    await page.send('Emulation.setFocusEmulationEnabled', { enabled: true })
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script })
    return page
  }

  async goto(url: string): Promise<void> {
    const { errorText } = (await this.send('Page.navigate', { url })) ?? {}
    if (errorText) throw new Error(`Navigation to ${url} failed: ${errorText}`)
  }

  /** @returns the value of an expression, or the value that its promise resolves with */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } =
      (await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })) ?? {}
    if (exceptionDetails) throw new Error(`${expression} failed in the page: ${JSON.stringify(exceptionDetails)}`)
    return result?.value
  }

  /** Presses keys, as a keyboard does: characters and names, such as `Enter`. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const text = key === 'Enter' ? '\r' : key.length === 1 ? key : undefined
      const event = { key, code: key, windowsVirtualKeyCode: KEY_CODES[key] ?? 0 }
      await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event, text })
      await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event })
    }
  }

  /** Collects the garbage of the page and of its workers. */
  async collectGarbage(): Promise<void> {
    await this.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
    await this.send('HeapProfiler.collectGarbage')
    for (const worker of this.workers) await this.send('HeapProfiler.collectGarbage', {}, worker)
  }

  async close(): Promise<void> {
    await this.session.send('Target.disposeBrowserContext', { browserContextId: this.browserContextId })
    await this.session.detach()
  }

  private async send(method: string, params = {}, worker?: string): Promise<Reply['result']> {
    const id = ++this.lastId
    const response = new Promise<Reply>((resolve, reject) => this.pending.set(id, { resolve, reject }))
    const message = JSON.stringify({ id, method, params })
    if (worker) await this.send('Target.sendMessageToTarget', { sessionId: worker, message })
    else await this.session.send('Target.sendMessageToTarget', { sessionId: this.sessionId, message })
    const { error, result } = await response
    if (error) throw new Error(`${method}: ${error.message}`)
    return result
  }

  private receive(message: string): void {
    const reply: Reply = JSON.parse(message)
    const { sessionId, message: ofWorker } = reply.params ?? {}
    if (reply.id !== undefined) this.pending.get(reply.id)?.resolve(reply)
    if (reply.method === 'Target.attachedToTarget' && sessionId) this.workers.add(sessionId)
    if (reply.method === 'Target.receivedMessageFromTarget' && ofWorker) this.receive(ofWorker)
    if (reply.method !== 'Inspector.targetCrashed') return
    for (const { reject } of this.pending.values()) reject(new Error('The page has crashed.'))
  }
}
