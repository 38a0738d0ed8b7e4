import type { CDPSession, Page } from '@playwright/test'

/** Records the network traffic of a page. Only scripts and style sheets count as code. */
export class Traffic {
  /** Number of responses from the network, without preflights. */
  requests = 0
  /** Number and size, with headers, of the responses from the network but for `/config.json`. */
  readonly transferred = { requests: 0, bytes: 0 }
  private readonly code = new Set<string>()

  private constructor(private readonly page: Page) {}

  /** @param bandwidth in bit/s; unlimited by default */
  static async of(page: Page, bandwidth?: number): Promise<Traffic> {
    const session = await page.context().newCDPSession(page)
    const traffic = new Traffic(page)
    await session.send('Network.enable')
    if (bandwidth) await limitBandwidth(session, bandwidth)
    const configs = new Set<string>()
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      // A preloaded response is received a second time, from memory.
      if (configs.has(requestId) || encodedDataLength === 0) return
      traffic.transferred.requests += 1
      traffic.transferred.bytes += encodedDataLength
    })
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (response.url.endsWith('/config.json')) configs.add(requestId)
      if (type === 'Preflight' || response.fromDiskCache || response.url.startsWith('data:')) return
      traffic.requests += 1
      if (/\.(js|css)$/.test(response.url)) traffic.code.add(response.url)
    })
    return traffic
  }

  /** The gzipped size of all scripts and style sheets received, in bytes. */
  async codeBytes(): Promise<number> {
    const sizes = await Promise.all([...this.code].map((url) => this.sizeOf(url)))
    return sizes.reduce((sum, size) => sum + size, 0)
  }

  private async sizeOf(url: string): Promise<number> {
    const response = await this.page.request.get(url, { headers: { 'Accept-Encoding': 'gzip' } })
    const compressed = response.headers()['content-length']
    return Number(compressed ?? (await response.body()).length)
  }
}

async function limitBandwidth(session: CDPSession, bandwidth: number): Promise<void> {
  const throughput = bandwidth / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}
