/** The origin of a port of this machine, in the form that browsers use. */
export function originOf(port: number | string, host = 'localhost'): string {
  return new URL(`http://${host}:${port}`).origin
}
