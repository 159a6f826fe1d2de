## what the OpenAI-compatible server says

## requests that it refuses

serve-bad-json = The body is not JSON: { $reason }.
serve-bad-object = The body must be a JSON object.
serve-bad-unknown = Unknown argument { $name }.{ $near }
serve-bad-unsupported = { $name } is not supported by this server: leave it out.
serve-bad-type = { $name } must be { $kind }.
serve-bad-range = { $name } must be from { $least } to { $most }.
serve-bad-missing = { $name } is missing.
serve-bad-empty = { $name } must not be empty.
serve-bad-many = { $name } has { NUMBER($count) } entries; at most { NUMBER($most) } are allowed.
serve-bad-texts = The request asks for { NUMBER($count) } texts at once; at most { NUMBER($most) } are allowed.
serve-bad-model = There is no model { $name } here: this server has { $served }.
serve-bad-tokens = The prompt has the token { $token }; the vocabulary has { NUMBER($size) }, numbered from 0.
serve-bad-context = The prompt has { NUMBER($tokens) } tokens; this model reads at most { NUMBER($context) }.
serve-bad-text = { $name } holds half a surrogate pair, which is no text.
serve-bad-encoding = The model can't read this prompt: { $problem }
serve-bad-role = The role of message { $number } must be system, developer, user or assistant.
serve-bad-content = The content of message { $number } must be text.
serve-busy = The server is busy: { NUMBER($running) } texts are being written and { NUMBER($waiting) } wait. Try again in a moment.
serve-rate = This server takes { NUMBER($most) } requests a minute. Try again in { $seconds } s.
serve-slow = The client reads too slowly: { NUMBER($most) } bytes of this text wait for it already. Read faster, or ask for less.
serve-failed = The model failed to write this text. The server's terminal says why.

serve-kind-text = text
serve-kind-true = true or false
serve-kind-whole = a whole number
serve-kind-number = a number
serve-kind-object = an object
serve-kind-list = a list
serve-kind-stop = text, or a list of at most { $most } texts that are not empty
serve-kind-prompt = text, a list of texts, a list of tokens, or a list of such lists

## the terminal

serve-model = { $label }: { PARAMETERS($params) } parameters, { $dtype } weights ({ $why })
serve-limits = Context { NUMBER($context) } tokens, at most { NUMBER($most) } new tokens a request, { $slots } texts at once, { $waiting } more may wait.
serve-what = The model { $name } answers here
serve-key = API key: { $key }
serve-try-curl = Try it:
serve-try-client = With the openai client:
serve-template = The model has a chat template that can't be used: { $problem }
serve-untrained = This model was not trained to chat: it continues text. Chats use a plain template of User: and Assistant: lines.

## the page

serve-page-title = fledge: { $name }
serve-page-continue = Continue text
serve-page-chat = Chat
serve-page-mode = What to do with your text
serve-page-prompt = Your text
serve-page-send = Write
serve-page-stop = Stop
serve-page-clear = Start again
serve-page-temperature = Temperature
serve-page-length = New tokens
serve-page-empty = Type the beginning of a text, and the model goes on.
serve-page-empty_chat = Say something to the model.
serve-page-waiting = Waiting for the model…
serve-page-gone = The server does not answer. Is it still running?
serve-page-you = You
serve-page-model = Model
serve-page-ended = The length you asked for is reached.
serve-page-log = The text so far

## web/openai_fields.py

serve-bad-nested = nested too deeply

## serving/model_template.py

serve-template-no_jinja = its chat template is no Jinja ({ $reason }).
serve-template-control = a message holds { $token }, a control token of this model.
serve-template-leave_out = Leave it out.
serve-template-refuses = its chat template refuses these messages ({ $reason }).

## cli/commands/serve.py

serve-context_beyond = --context={ $context } is more than the { NUMBER($own) } tokens of { $label }.
serve-try_context = Try --context={ $own }.
serve-fewer_streams = Try fewer --streams, or a shorter --context.
