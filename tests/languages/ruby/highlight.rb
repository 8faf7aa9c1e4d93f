# A shop.
require "json"

module Shop
  LIMIT = 10

  class Cart < Base
    attr_reader :items

    def initialize(name, price: 1.5, *rest)
      @name = name
      raise ArgumentError, "no #{name.upcase}\n" unless name =~ /a+/
    end

    def self.open?
      items.each { |item| puts item[:price] }
      nil || true
    end
  end
end
