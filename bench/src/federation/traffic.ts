import type { CDPSession, Page } from '@playwright/test'

/** What a page brings over the network. Data of the services, their preflights and pictures do not count as code. */
export class Traffic {
  /** How many answers came, of whatever kind, preflights and what the cache gave left out. */
  requests = 0
  private readonly code = new Set<string>()

  private constructor(private readonly page: Page) {}

  /** @param bandwidth in bit/s; unlimited unless given */
  static async of(page: Page, bandwidth?: number): Promise<Traffic> {
    const traffic = new Traffic(page)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    if (bandwidth) await shape(session, bandwidth)
    session.on('Network.responseReceived', ({ type, response }) => {
      if (type === 'Preflight' || response.fromDiskCache || response.url.startsWith('data:')) return
      traffic.requests += 1
      if (/\.(js|css)$/.test(response.url)) traffic.code.add(response.url)
    })
    return traffic
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
