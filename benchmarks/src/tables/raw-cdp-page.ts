import type { Browser, CDPSession } from '@playwright/test'
import pTimeout from 'p-timeout'
import * as v from 'valibot'
import { PATIENCE_MS } from '../browser'

const Reply = v.object({
  id: v.optional(v.number()),
  /** Of an event, which has no id. */
  method: v.optional(v.string()),
  error: v.optional(v.object({ message: v.string() })),
  result: v.optional(
    v.looseObject({
      result: v.optional(v.object({ value: v.optional(v.unknown()) })),
      exceptionDetails: v.optional(v.unknown()),
      errorText: v.optional(v.string()),
    }),
  ),
})

/**
 * A page with a profile of its own that Playwright does not watch. Where it does, the browser copies answers for it: one of
 * 10 MB takes the page's thread 22 ms, and memory that is none of the page's.
 */
export class UnwatchedPage {
  private asked = 0

  private constructor(
    private readonly session: CDPSession,
    private readonly sessionId: string,
    private readonly browserContextId: string,
  ) {}

  /** @param script runs first in whatever the page shows */
  static async open(browser: Browser, script: string): Promise<UnwatchedPage> {
    const session = await browser.newBrowserCDPSession()
    const { browserContextId } = await session.send('Target.createBrowserContext')
    const { targetId } = await session.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      width: 1366,
      height: 768,
    })
    // Not flat, as Playwright would not know a session that it has not opened.
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
    const page = new UnwatchedPage(session, sessionId, browserContextId)
    await page.ask('Page.enable')
    await page.ask('Page.addScriptToEvaluateOnNewDocument', { source: script })
    return page
  }

  async goto(url: string): Promise<void> {
    const { errorText } = (await this.ask('Page.navigate', { url })) ?? {}
    if (errorText) throw new Error(`${url} did not open: ${errorText}`)
  }

  /** @returns the value of an expression, once it is there if it is a promise */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } =
      (await this.ask('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })) ?? {}
    if (exceptionDetails) throw new Error(`The page failed at ${expression}: ${JSON.stringify(exceptionDetails)}`)
    return result?.value
  }

  async close(): Promise<void> {
    await this.session.send('Target.disposeBrowserContext', { browserContextId: this.browserContextId })
    await this.session.detach()
  }

  private async ask(method: string, params = {}) {
    const id = ++this.asked
    const { answer, letGo } = this.answerTo(id)
    try {
      const message = JSON.stringify({ id, method, params })
      const sent = this.session.send('Target.sendMessageToTarget', { sessionId: this.sessionId, message })
      const [{ error, result }] = await pTimeout(Promise.all([answer, sent]), {
        milliseconds: PATIENCE_MS,
        message: `no answer in ${PATIENCE_MS} ms`,
      })
      if (error) throw new Error(error.message)
      return result
    } catch (error) {
      throw new Error(`${method}: ${error instanceof Error ? error.message : error}`, { cause: error })
    } finally {
      letGo()
    }
  }

  private answerTo(id: number) {
    const ended = new AbortController()
    const answer = new Promise<v.InferOutput<typeof Reply>>((resolve, reject) => {
      const listen = (event: { sessionId: string; message: string }) => {
        if (event.sessionId !== this.sessionId) return
        const reply = v.parse(Reply, JSON.parse(event.message))
        if (reply.method === 'Inspector.targetCrashed') reject(new Error('the page has crashed'))
        if (reply.id === id) resolve(reply)
      }
      this.session.on('Target.receivedMessageFromTarget', listen)
      ended.signal.addEventListener('abort', () => this.session.off('Target.receivedMessageFromTarget', listen))
    })
    return { answer, letGo: () => ended.abort() }
  }
}
