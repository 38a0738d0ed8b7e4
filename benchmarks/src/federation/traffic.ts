import type { Page } from '@playwright/test'

/** Records the network traffic of a page. Only scripts and style sheets count as code. */
export class Traffic {
  /** Number of responses from the network, without preflights. */
  requests = 0
  private readonly code = new Set<string>()

  private constructor(private readonly page: Page) {}

  static async of(page: Page): Promise<Traffic> {
    const session = await page.context().newCDPSession(page)
    const traffic = new Traffic(page)
    await session.send('Network.enable')
    session.on('Network.responseReceived', ({ type, response }) => {
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
