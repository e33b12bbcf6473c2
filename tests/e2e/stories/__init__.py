from .cron_job import CronJobStory
from .job_watcher import JobWatcherStory
from .podroute import PodrouteStory
from .redis import RedisStory
from .web_server import WebServerStory

ALL = {s.program.removesuffix("-operator"): s for s in (WebServerStory, RedisStory, PodrouteStory, JobWatcherStory, CronJobStory)}
