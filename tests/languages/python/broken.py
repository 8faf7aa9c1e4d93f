def before():
    return (1,

class Half:
    def method(self
        pass

    def fine(self):
        return 1

def after():
    pass
