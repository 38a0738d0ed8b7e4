import { download } from './backend-calls'
import type { Place } from './backend-places'
import { arms } from './interleave'
import type { Bench } from './suite'
import { bound } from './threshold'

const bytesPerMs = 100e6 / 8 / 1000
const answersPerRun = 20

/** What compressing a list costs, and what it would save on the way to a client with a line of 100 Mbit/s. */
export async function measureCompression({ runs, stop, record }: Bench, { engine, host }: Place): Promise<void> {
  const bytes = { br: 0, identity: 0 }
  const answer = (coding: keyof typeof bytes) => async () => {
    const call = {
      url: `${host.apiUrl}/SelectCodes`,
      authorization: await host.signIn(),
      headers: { 'Accept-Encoding': coding },
    }
    let seconds = 0
    for (let answers = 0; answers < answersPerRun; answers++) {
      const taken = await download(call)
      seconds += taken.seconds
      bytes[coding] = taken.bytes
    }
    return (seconds * 1000) / answersPerRun
  }
  const ms = await arms({ runs, stop }, { br: answer('br'), identity: answer('identity') })
  const name = `SelectCodes compressed, against as it is, ${engine}`
  record(`${name}: bytes`, { unit: 'bytes', subject: [bytes.br], reference: [bytes.identity] })
  record(`${name}: time without the way`, { unit: 'ms', subject: ms.br, reference: ms.identity })
  const withWay = (coding: keyof typeof bytes) => ms[coding].map((own) => own + bytes[coding] / bytesPerMs)
  record(`${name}: time with the way at 100 Mbit/s, calculated`, {
    unit: 'ms',
    subject: withWay('br'),
    reference: withWay('identity'),
    bound: bound.ratioAtMost(1),
  })
}
