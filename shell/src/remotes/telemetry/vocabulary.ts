/** In lower case: words of messages of engines, libraries and Canje; their errors and files; the info API's operations. */
export const VOCABULARY = new Set(
  `aborted aborterror al already an and api argument as async attempting await axios axioserror be been build built but
  called can canceled canje cannot child chunk chunkloaderror class codigo codigos component con config const context
  correo cors could created createtoken css datacloneerror de declared defined deleteallcodes deletecode detalle did
  does el element en envelopeerror error evaluating exceeded execute exist existe expected export expose failed failure
  falta federation fetch fetching fewer fila filas file for found from full function get handler have hay header hooks
  html http https id if import importing in incompatible initialization initialized insertcodes instance instead into
  invalid invalidstateerror invariant invocation invoked is isn it iterable its js json la load loaded loading login
  loop lostresponseerror main malformed manifest maximum member minified missing module modules mount must network
  networkerror new no node nombre non none not notallowederror notfounderror null object of on one only operation or
  other othershellerror parse path permitido private properties property prototype puntaje que quotaexceedederror range
  reached react read reading received refusalerror refused rejected release remote remoteentry remotes removed
  render rendered rendering request required requires resolve resource responded restorecodes retired return returned
  row rowserror runtime same schema script se securityerror see selectcodes selectreferrals selectreport
  selectscorereferrals selectscores selectusers server service sesión session setting shared shell
  signinpageerror stack state tab than that the their this threw throw time timeout timeouterror to token too ui unable
  unauthorized uncaught unconfirmederror unexpected unhandled unknown unsupported update updates url use used user users
  using usuario usuarios validatelogin valierror was were when where while within`.split(/\s+/),
)
