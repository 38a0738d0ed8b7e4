import type { BackendFixture } from './backend-fixtures'
import { download } from './backend-requests'
import { interleave } from './interleave'
import type { Bench } from './suite'
import { threshold } from './threshold'

const bytesPerMs = 100e6 / 8 / 1000
const responsesPerRun = 20

/** Measures the time that compressing a list costs, and calculates the transfer time it saves at 100 Mbit/s. */
export async function measureCompression(
  { runs, stop, record }: Bench,
  { engine, host }: BackendFixture,
): Promise<void> {
  const bytes = { br: 0, identity: 0 }
  const listTime = (coding: keyof typeof bytes) => async () => {
    const request = {
      url: `${host.apiUrl}/SelectCodes`,
      authorization: await host.signIn(),
      headers: { 'Accept-Encoding': coding },
    }
    let seconds = 0
    for (let responses = 0; responses < responsesPerRun; responses++) {
      const list = await download(request)
      seconds += list.seconds
      bytes[coding] = list.bytes
    }
    return (seconds * 1000) / responsesPerRun
  }
  const ms = await interleave({ runs, stop }, { br: listTime('br'), identity: listTime('identity') })
  const name = `SelectCodes with brotli, relative to uncompressed, ${engine}`
  record(`${name}: bytes`, { unit: 'bytes', subject: [bytes.br], reference: [bytes.identity] })
  record(`${name}: time without network`, { unit: 'ms', subject: ms.br, reference: ms.identity })
  const withTransfer = (coding: keyof typeof bytes) => ms[coding].map((time) => time + bytes[coding] / bytesPerMs)
  record(`${name}: time with a network of 100 Mbit/s, calculated`, {
    unit: 'ms',
    subject: withTransfer('br'),
    reference: withTransfer('identity'),
    threshold: threshold.ratioAtMost(1),
  })
}
