import type { Context } from '../context'

/** Hosts whose http URLs a page at https may request (Secure Contexts, "potentially trustworthy origin"). */
const OWN_MACHINE = /^(([\w-]+\.)*localhost|127(\.\d+){3}|\[::1\])$/

/** Checks that a browser sends requests of the shell to both services at all (Mixed Content). */
export async function checkMixedContent(context: Context): Promise<void> {
  const { client } = context
  if (!client.options.origin.startsWith('https:')) return
  for (const operation of [context.operation('CreateToken'), context.operation('SelectUsers')]) {
    const { protocol, hostname, origin } = new URL(client.urlOf(operation))
    if (protocol === 'https:' || OWN_MACHINE.test(hostname)) continue
    const message = `browsers block requests of ${client.options.origin} to ${origin}, which is not https.`
    const fix = 'Serve it over https, and set that URL in config.json.'
    context.report(operation, 'mixed-content', message, fix, 'D9')
  }
}
