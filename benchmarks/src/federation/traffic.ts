import type { CDPSession, Page } from '@playwright/test'

/** What a page brings over the network. Data of the services, their preflights and pictures do not count as code. */
export class Traffic {
  /** How many answers came, of whatever kind, preflights and what the cache gave left out. */
  requests = 0
  private readonly code = new Set<string>()
  private readonly asked: string[] = []

  private constructor(
    private readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  /** @param bandwidth in bit/s; unlimited unless given */
  static async of(page: Page, bandwidth?: number): Promise<Traffic> {
    const session = await page.context().newCDPSession(page)
    const traffic = new Traffic(page, session)
    await session.send('Network.enable')
    if (bandwidth) await shape(session, bandwidth)
    session.on('Network.requestWillBeSent', ({ request }) => traffic.asked.push(request.url))
    session.on('Network.responseReceived', ({ type, response }) => {
      if (type === 'Preflight' || response.fromDiskCache || response.url.startsWith('data:')) return
      traffic.requests += 1
      if (/\.(js|css)$/.test(response.url)) traffic.code.add(response.url)
    })
    return traffic
  }

  /** The addresses that the page has asked for since the last time, answered or not. */
  async takeAsked(): Promise<string[]> {
    // The page's answer comes after word of all that it has asked for before.
    await this.session.send('Runtime.evaluate', { expression: 'undefined' })
    return this.asked.splice(0)
  }

  /** The size of all code and styles that came, compressed as gzip. */
  async codeBytes(): Promise<number> {
    const sizes = await Promise.all([...this.code].map((url) => this.sizeOf(url)))
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  private async sizeOf(url: string): Promise<number> {
    const answer = await this.page.request.get(url, { headers: { 'Accept-Encoding': 'gzip' } })
    const compressed = answer.headers()['content-length']
    return Number(compressed ?? (await answer.body()).length)
  }
}

async function shape(session: CDPSession, bandwidth: number): Promise<void> {
  const throughput = bandwidth / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}
