import { describeLoad } from 'tab-testing'
import { scores } from './tab'

describeLoad(scores)
