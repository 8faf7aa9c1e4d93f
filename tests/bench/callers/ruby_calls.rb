# What runs when the tests of a tree of Ruby run: of methods that are drawn, the sites of their names, each with what it is.
#
#     ruby ruby_calls.rb TREE COUNT SEED
#
# Tests are the files `*_test.rb`, `test_*.rb` and `spec_*.rb` below `test`, those of minitest or test-unit; `lib` and `test` are on
# the path. A site is `true` where a call of the method was seen there, `false` where only calls of others of the name were
# (those of the language among them), `dispatch` where only calls of methods below it were that override it, `open` where
# none was: it never ran, or runs what it names by other means. A class is made by `new`, which runs `initialize`.

require "json"
require "ripper"

ROOT = File.realpath(ARGV[0])
COUNT, SEED = ARGV[1].to_i, ARGV[2].to_i
OUT = $stdout.dup
$stdout = $stderr
ARGV.clear

# [path, line, name] of a site → the places of the methods that were called there, nil for those without one.
SEEN = Hash.new { |all, site| all[site] = {} }
# The classes and modules of methods, by their places.
OWNERS = {}

def inside(path)
  path.start_with?(ROOT + "/") ? path[(ROOT.size + 1)..] : nil
end

# The line at which the frame above that of the method stands; those of the language pass on that of their caller.
def note(called, name, place)
  site = caller_locations(3, 1)&.first
  path = site&.absolute_path && inside(site.absolute_path)
  SEEN[[path, site.lineno, name]][place] = true if path
end

# The places of methods: [path, name, first line, last line], with the parts of calls.
class Read < Ripper::SexpBuilder
  attr_reader :methods, :names

  def initialize(...)
    super
    @methods, @names, @starts, @supers = [], [], [], []
  end

  # A name stands with its line; what declares is left out below.
  def on_ident(token) = super.tap { @names << [token, lineno, column] }
  def on_const(token) = super.tap { @names << [token, lineno, column] }

  def on_kw(token)
    @starts << lineno if token == "def"
    @supers << lineno if token == "super"
    super
  end

  def on_def(name, *rest) = super.tap { declare(name) }
  def on_defs(on, dot, name, *rest) = super.tap { declare(name) }

  def declare(name)
    _, token, (line, column) = name
    from = @starts.pop
    @methods << [token, from, lineno, line]
    @names.delete([token, line, column])
    @supers.reject! { |at| at >= from && @names << [token, at, 0] }
  end
end

files = Dir.glob("**/*.{rb,rake}", base: ROOT).reject { |path| path.start_with?("vendor/") }.sort
READ = files.to_h do |path|
  reader = Read.new(File.read(File.join(ROOT, path)), path)
  reader.parse
  [path, reader]
rescue StandardError, SyntaxError
  [path, nil]
end.compact

def below?(owner, above)
  !!(owner && above && owner < above)
rescue TypeError
  false
end

at_exit do
  TRACE.disable
  ran = SEEN.values.flat_map(&:keys).compact.uniq.to_h { |place| [place, true] }
  named = Hash.new { |all, name| all[name] = [] }
  READ.each do |path, read|
    read.names.each { |name, line, _| named[name == "new" ? "initialize" : name] << [path, line] }
  end
  methods = READ.flat_map { |path, read| read.methods.map { |name, from, to, line| [path, name, from, to, line] } }
  drawn = methods.select do |path, name, from, _, _|
    ran[[path, from]] && name.match?(/\A[a-z_]\w*[?!]?\z/) && !path.start_with?("test/", "spec/")
  end
  drawn = drawn.sort.shuffle(random: Random.new(SEED)).first(COUNT)
  functions = drawn.map do |path, name, from, to, line|
    sites = named[name].uniq.map do |at, number|
      seen = SEEN.fetch([at, number, name], {})
      is = if seen.key?([path, from]) then "true" elsif seen.empty? then "open" else "false" end
      is = "dispatch" if is == "false" && seen.keys.any? { |other| below?(OWNERS[other], OWNERS[[path, from]]) }
      around = READ[at].methods.select { |_, first, last, _| first <= number && number <= last }.max_by { |it| it[1] }
      { path: at, line: number, in: around ? around[1] : 0, is: is, top: around.nil? }
    end
    { name: name, path: path, line: line, sites: sites }
  end
  OUT.puts JSON.generate({ read: READ.keys, functions: functions })
  OUT.flush
end

TRACE = TracePoint.new(:call, :c_call) do |point|
  if point.event == :call
    path = inside(File.absolute_path(point.path))
    place = path && [path, point.lineno]
    OWNERS[place] ||= point.defined_class if place
    note(point, point.method_id.to_s, place)
  else
    note(point, point.method_id.to_s, nil)
  end
end

$LOAD_PATH.unshift(File.join(ROOT, "lib"), File.join(ROOT, "test"))
Dir.chdir(ROOT)
tests = Dir.glob("test/**/{*_test,test_*,spec_*}.rb").reject { |path| path.end_with?("helper.rb") }.sort
TRACE.enable
tests.each do |path|
  require File.join(ROOT, path)
rescue LoadError => missing
  warn "#{path} is left out: #{missing.message}"
end
