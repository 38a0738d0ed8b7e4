import { askForConfig } from './config-answer'
import { showStartFailure } from './start-failure'

askForConfig()

// A page that lost another file says so already, in the place of its root.
if (document.getElementById('root')) {
  // Asked for later, so that a failure of its first run can be caught and said.
  import(/* webpackChunkName: 'bootstrap' */ './bootstrap').catch(showStartFailure)
}
