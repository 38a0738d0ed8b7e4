#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

/** Playwright sends it to every page, and Firefox ESR 153 does not know it. Pages keep the media of the browser. */
const UNKNOWN = 'emulation.setMediaFeaturesOverride'

// Starts Firefox in its place, and stands between it and Playwright.
const firefox = spawn(process.env.FIREFOX_PATH, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.on('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => firefox.kill(signal))

for await (const line of createInterface({ input: firefox.stderr })) {
  const [, url] = /^WebDriver BiDi listening on (ws:.*)$/.exec(line) ?? []
  console.error(url ? line.replace(url, await relay(`${url}/session`)) : line)
}

/** @returns the URL at which Playwright connects in place of that of Firefox */
async function relay(url) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  server.on('connection', async (playwright) => {
    const browser = new WebSocket(url)
    playwright.pause()
    await once(browser, 'open')
    playwright.on('message', (data) => {
      const { id, method } = JSON.parse(data)
      if (method === UNKNOWN) playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
      else browser.send(String(data))
    })
    browser.on('message', (data) => playwright.send(String(data)))
    playwright.on('close', () => firefox.kill())
    playwright.resume()
  })
  return `ws://127.0.0.1:${server.address().port}`
}
