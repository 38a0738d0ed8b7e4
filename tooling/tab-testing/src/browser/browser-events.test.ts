import { findChromium } from '@canje/cli/project/test-runner'
import { chromium } from '@playwright/test'
import { expect, it, onTestFinished } from 'vitest'
import { watchBrowserEvents } from './browser-events'

// The long run has it in a team's tab, too (kit.spec.ts).
it('names what a page starts outside of itself, unless a test expects it', async () => {
  const executablePath = await findChromium(process.env, new AbortController().signal)
  const browser = await chromium.launch({ executablePath })
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.context().route('**', (route) => route.fulfill({ contentType: 'text/html', body: '<input type="file">' }))
  const events = watchBrowserEvents(page)
  await page.goto('http://tab.test/')
  const choose = () => page.locator('input').click()
  const open = () => page.evaluate(() => void window.open('/config.json'))
  const ask = (text: string) => page.evaluate((text) => confirm(text), text)

  await events.expecting(['popup'], () => Promise.all([page.waitForEvent('popup'), open()]))
  await events.expecting(['filechooser'], () => Promise.all([page.waitForEvent('filechooser'), choose()]))
  for (const answer of [true, false]) expect(await events.expecting(['dialog'], () => ask('¿Sí?'), answer)).toBe(answer)
  expect([...events.unexpected]).toEqual([])

  await open()
  await ask('¿No?')
  await choose()
  await page.evaluate(() => {
    addEventListener('beforeunload', (event) => event.preventDefault())
    Object.assign(document.createElement('a'), { href: 'mailto:ana@example.com' }).click()
  })
  await page.goto('http://tab.test/')
  await page.evaluate(() =>
    Object.assign(document.createElement('a'), { download: 'premios.csv', href: 'data:,Ana' }).click(),
  )
  await events.settle()
  expect([...events.unexpected].map((line) => line.replace(/: .*/, '')).sort()).toEqual([
    'opened "mailto:ana@example.com" in another program',
    'opened a file chooser',
    'opened a window with "http://tab.test/config.json"',
    'opened the dialog beforeunload',
    'opened the dialog confirm "¿No?"',
    'started the download premios.csv',
  ])
})
