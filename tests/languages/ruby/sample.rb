require "json"
require_relative 'x/y'
# Doc M
# more
module Outer
  VERSION = "1"
  # Doc A
  class A < Base::Thing
    include Comparable
    attr_accessor :name, :age
    attr_reader :ro
    @@count = 0
    MAX = 3
    # init
    def initialize(a)
      @a = a
    end
    def pub; end
    def self.create; end
    class << self
      def meta; end
    end
    def x=(v)
    end
    def ==(o); end
    private
    def priv; end
    public
    def pub2; end
    private def inline_priv; end
    def later; end
    private :later
    protected
    def prot; end
    private_class_method :create
    alias_method :new_name, :pub
    alias other pub
    define_method(:dyn) { |x| x }
    P = Struct.new(:a) do
      def in_struct; end
    end
  end
  class B::C; end
end
def top(x)
  helper = ->(y) { y }
  def inner; end
end
l = lambda { |x| x }
$glob = 1
def Foo.bar; end
describe "thing" do
  it "works" do
  end
  context 'when' do
    it("x") { }
  end
end
class TestX < Minitest::Test
  def test_a; end
  test "named" do
  end
end
SHORT = LONG = 3
TestX::NAMED = 4
