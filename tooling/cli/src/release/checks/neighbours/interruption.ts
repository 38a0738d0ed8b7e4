import { activitiesOf } from './activity'
import type { Check } from './check'

/** The addresses of what the browser itself shows; another program opens all others, such as `mailto:`. */
export const BROWSER_PROTOCOL = /^(https?|wss?|blob|data|about|javascript|file|chrome[\w-]*):/
/** The functions that show a dialog of the browser, by their activities. A browser without a window shows none. */
export const ASKS = /^(window|Notification|geolocation|mediaDevices|clipboard)\./

/** What blocks the page of all tabs, or leaves it, without a press of staff. */
export const interruption: Check = {
  code: 'page-interrupted',
  problem: 'interrupts staff who only open it',
  fix: 'Ask in a dialog of the tab, and print, ask for permissions, open windows or programs and save files only when staff press a button for it.',
  at: ['open', 'narrow', 'pressed', 'slot', 'closed'],
  async watch({ page, tab }) {
    const started: string[] = []
    page.on('dialog', (dialog) => {
      started.push(`It opened the dialog ${dialog.type()} "${dialog.message()}"`)
      dialog.dismiss().catch(() => undefined)
    })
    page.on('popup', (popup) => started.push(`It opened a window with ${popup.url()}`))
    page.on('download', (download) => started.push(`It saved the file ${download.suggestedFilename()}`))
    page.on('request', (request) => {
      const url = request.url()
      if (!BROWSER_PROTOCOL.test(url)) started.push(`It opened ${url} in another program`)
    })
    let earlier = 0
    return async (moment) => {
      const asked = (await activitiesOf(page, tab)).filter(({ kind }) => ASKS.test(kind))
      // The visit has pressed buttons, which may open anything.
      if (moment === 'pressed') {
        started.length = 0
        earlier = asked.length
      }
      return [...started, ...asked.slice(earlier).map(({ kind }) => `It called ${kind}()`)]
    }
  },
}
