import { askForConfig } from './config-answer'
import { showStartFailure } from './start-failure'

askForConfig()

// A page that lost another file says so already, in the place of its root.
if (document.getElementById('root')) {
  // What fails in its first run can be said: nothing of it has run by then.
  import(/* webpackChunkName: 'bootstrap' */ './bootstrap').catch(showStartFailure)
}
