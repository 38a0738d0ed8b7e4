import * as v from 'valibot'
import { type BrowserWindow, callOf } from './engine'

/** The key of an element's id in JSON (W3C WebDriver, section 12.3). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const Value = v.object({ value: v.unknown() })
const Session = v.object({ sessionId: v.string() })
const Failure = v.object({ error: v.string(), message: v.string() })
const Element = v.object({ [ELEMENT]: v.string() })

/** A client of W3C WebDriver. */
export class WebDriver {
  /** @param url of the driver's server */
  constructor(private readonly url: string) {}

  async isReady(): Promise<boolean> {
    return this.send('GET', '/status').then(
      () => true,
      () => false,
    )
  }

  /** Opens a browser. @param capabilities that it must have */
  async open(capabilities: object): Promise<BrowserWindow> {
    const response = await this.send('POST', '/session', { capabilities: { alwaysMatch: capabilities } })
    const path = `/session/${v.parse(Session, response).sessionId}`
    const post = (command: string, body: object) => this.send('POST', `${path}/${command}`, body)
    await post('window/rect', { width: 1366, height: 768 })
    return {
      open: async (url) => void (await post('url', { url })),
      evaluate: async (run, ...args) => {
        const script = `return ${callOf(run, args)}`
        return (await post('execute/sync', { script, args: [] })) as ReturnType<typeof run>
      },
      async click(selector) {
        const found = v.parse(Element, await post('element', { using: 'css selector', value: selector }))
        await post(`element/${found[ELEMENT]}/click`, {})
      },
      async type(text) {
        const actions = [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ])
        await post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
      },
      close: async () => void (await this.send('DELETE', path)),
    }
  }

  /** @throws Error with the driver's words for a failure */
  private async send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${this.url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = v.parse(Value, await response.json())
    if (response.ok) return value
    const failure = v.safeParse(Failure, value)
    throw new Error(failure.success ? `${failure.output.error}: ${failure.output.message}` : `HTTP ${response.status}`)
  }
}
