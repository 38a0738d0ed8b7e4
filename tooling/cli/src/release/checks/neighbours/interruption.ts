import type { Check } from './check'

/** What blocks the page of all tabs, or leaves it, without a press of staff. */
export const interruption: Check = {
  code: 'page-interrupted',
  problem: 'interrupts staff who only open it',
  fix: 'Ask in a dialog of the tab, and open windows and save files only when staff press a button for it.',
  at: ['open', 'narrow', 'pressed', 'slot', 'closed'],
  async watch({ page }) {
    const started: string[] = []
    page.on('dialog', (dialog) => {
      started.push(`It opened the dialog ${dialog.type()} "${dialog.message()}"`)
      dialog.dismiss().catch(() => undefined)
    })
    page.on('popup', (popup) => started.push(`It opened a window with ${popup.url()}`))
    page.on('download', (download) => started.push(`It saved the file ${download.suggestedFilename()}`))
    return async (moment) => {
      // The visit has pressed buttons, which may open anything.
      if (moment === 'pressed') started.length = 0
      return started
    }
  },
}
