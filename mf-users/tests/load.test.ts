import { describeLoad } from 'tab-testing'
import { users } from './tab'

describeLoad(users)
